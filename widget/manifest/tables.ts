/** The face as Markdown tables, and the page that holds them: what stands between two marks is written anew, the rest is left alone. */
import type { Manifest } from './manifest.ts'

const code = (words: string) => `\`${words.replaceAll('|', '\\|')}\``
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** One for each pair of marks in docs/embedding.md. */
export function tablesOf(manifest: Manifest): Readonly<Record<string, string>> {
  const isAlsoProperty = (name: string) => manifest.attributes.some(({ property }) => property === name)
  return {
    attributes: table(
      ['Attribute', 'Type', 'Property', 'Meaning'],
      manifest.attributes.map(({ name, type, property, says }) => [
        code(name),
        code(type),
        property ? code(property) : '',
        says,
      ]),
    ),
    properties: table(
      ['Property', 'Type', 'Also an attribute', 'Meaning'],
      manifest.properties.map(({ name, type, says }) => [
        code(name),
        code(type),
        isAlsoProperty(name) ? 'yes' : 'no',
        says,
      ]),
    ),
    methods: table(
      ['Method', 'Meaning'],
      manifest.methods.map(({ name, parameters, says }) => [
        code(
          `${name}(${parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`).join(', ')})`,
        ),
        says,
      ]),
    ),
    events: table(
      ['Event', '`detail`', 'Meaning'],
      Object.entries(manifest.events).map(([name, { detail, says }]) => [code(name), code(detail), says]),
    ),
    slots: table(
      ['Slot', 'Place'],
      manifest.slots.map(({ name, says }) => [code(name), says]),
    ),
    parts: table(
      ['Part', 'States', 'Meaning'],
      manifest.parts.map(({ name, states = [], says }) => [code(name), states.map(code).join(', '), says]),
    ),
    'css-properties': table(
      ['Property', 'Type', 'Default', 'Meaning'],
      manifest.cssProperties.map(({ name, syntax, initial, says }) => [
        code(name),
        code(syntax),
        initial,
        says,
      ]),
    ),
    launcher: table(
      ['Attribute', 'Meaning'],
      manifest.launcher.map(({ name, says }) => [code(name), says]),
    ),
    'realtime-config': table(
      ['Field', 'Meaning'],
      manifest.realtime.map(({ name, says }) => [code(name), says]),
    ),
    exportparts: [
      '```html',
      `<plat-messenger exportparts="${exported(manifest)}"></plat-messenger>`,
      '```',
    ].join('\n'),
  }
}

/** Every part and state under its own name, for whoever nests the element in a shadow root. */
const exported = (manifest: Manifest): string =>
  [...new Set(manifest.parts.flatMap(({ name, states = [] }) => [name, ...states]))].join(', ')

/** Throws when the page lacks the marks of a table. */
export function withTables(page: string, manifest: Manifest): string {
  return Object.entries(tablesOf(manifest)).reduce((text, [name, content]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`docs/embedding.md has no place for ${name}`)
    return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
  }, page)
}
