// What has been chosen so far, and the CSS that says it. Knows no page.

export const PREFIX = '--messenger-'

/** `set`: property without its prefix → text, or [light, dark]. `parts`: part → declarations. */
export function createLook() {
  let chosen = { set: {}, parts: {} }
  return {
    get: () => chosen,
    replace({ set = {}, parts = {} }) {
      chosen = { set: { ...set }, parts: { ...parts } }
    },
    /** Null for none of one's own. */
    setProperty(name, value) {
      if (value === null || value === '') delete chosen.set[name]
      else chosen.set[name] = value
    },
    /** One color for both themes, or the dark one beside the light one that is there. */
    setColor(name, side, value) {
      const [light] = sidesOf(chosen.set[name])
      this.setProperty(name, side === 'dark' && light !== null && value !== null ? [light, value] : value)
    },
    setPart(name, declarations) {
      if (declarations.trim() === '') delete chosen.parts[name]
      else chosen.parts[name] = declarations
    },
  }
}

/** [light, dark], both null when nothing was chosen. */
export function sidesOf(value) {
  if (value === undefined) return [null, null]
  return Array.isArray(value) ? value : [value, value]
}

/** The stylesheet of a page. In a corner the launcher reads it too, so the properties stand on the root. */
export function cssOf({ set, parts }, place) {
  const lines = Object.entries(set).map(([name, value]) => `  ${PREFIX}${name}: ${written(value)};`)
  const rules =
    lines.length > 0 ? [`${place === 'corner' ? ':root' : 'plat-messenger'} {\n${lines.join('\n')}\n}`] : []
  // The launcher passes on the parts of its messenger.
  const element = place === 'corner' ? '[data-plat-launcher]' : 'plat-messenger'
  for (const [name, declarations] of Object.entries(parts)) {
    const body = declarations
      .split(/;|\n/)
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => `  ${line};`)
    rules.push(`${element}::part(${name}) {\n${body.join('\n')}\n}`)
  }
  return rules.join('\n\n')
}

function written(value) {
  const [light, dark] = sidesOf(value)
  return light === dark ? light : `light-dark(${light}, ${dark})`
}
