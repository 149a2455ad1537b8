/** Leaves out of a stylesheet the design tokens that nothing in it reads: the map's colors and the page's type scale, three times over. */

/** What a token may be called; other custom properties belong to Tailwind and the bundler. */
const TOKEN =
  /(?<=[{;])(--(?:color|text|tracking|font|stretch|control|radius|shadow|scrim|ring|duration|ease|z)(?:-[\w-]+)?):[^;}]*;?/g

/** Read only through a token that is itself unread counts as unread. */
export function dropUnreadTokens(css: string): string {
  for (;;) {
    const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    const next = css.replace(TOKEN, (declared, name: string) => (read.has(name) ? declared : ''))
    if (next === css) return css
    css = next
  }
}
