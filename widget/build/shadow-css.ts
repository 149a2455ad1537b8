/**
 * Makes Tailwind's output fit for a shadow root. Each rewrite must find its pattern, else the build fails:
 * an upgrade that prints something else is noticed here and not on a host page.
 */
import type { Plugin } from 'vite'
import { takeFromPage } from './page-tokens.ts'
import { withTokens } from './small-css.ts'

interface Rewrite {
  what: string
  find: RegExp
  put: string | ((...found: string[]) => string)
}

const ROOT_FONT_PX = 16

/** In Chromium `@property` is ignored inside a shadow root, and its fallback stands behind an `@supports` that is false there. */
const REWRITES: readonly Rewrite[] = [
  {
    what: 'unwrap the defaults of @property',
    find: /@layer properties\s*\{\s*@supports[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}\s*\}/,
    put: (_, defaults = '') => `@layer properties{${defaults}}`,
  },
  { what: 'drop @property', find: /@property\s+--[\w-]+\s*\{[^}]*\}/g, put: '' },
  {
    what: 'dark by data-theme',
    find: /\[data-theme=(["']?)dark\1\],\s*:host\(\[data-theme=(["']?)dark\2\]\)\s*\{/g,
    put: ':host([data-theme=dark]) [data-root]{',
  },
  {
    what: 'dark by the system',
    find: /:root:not\(\[data-theme=(["']?)light\1\]\),\s*:host\(:not\(\[data-theme=(["']?)light\2\]\)\)\s*\{/g,
    put: ':host(:not([data-theme=light])) [data-root]{',
  },
  { what: 'move the tokens inside', find: /:root,\s*:host\s*\{/g, put: '[data-root]{' },
  {
    what: 'rem to px',
    find: /(-?\d*\.?\d+)rem\b/g,
    put: (_, size = '0') => `${Number.parseFloat((Number(size) * ROOT_FONT_PX).toFixed(4))}px`,
  },
]

const LEFT_OVERS = [/@property/, /:root\b/, /\drem\b/, /-webkit-hyphens:\s*none/] as const

/** Throws when a rewrite finds nothing, or something is left that does not work in a shadow root. */
export function shadowCss(css: string): string {
  let out = css
  for (const { what, find, put } of REWRITES) {
    const next = out.replace(find, put as string)
    if (next === out)
      throw new Error(`messenger.css: nothing to do for "${what}"; Tailwind prints something new`)
    out = next
  }
  for (const left of LEFT_OVERS)
    if (left.test(out))
      throw new Error(`messenger.css: ${left} is left over and does not work in a shadow root`)
  return out
}

/** Browsers with container queries, oklch and constructable stylesheets; for older ones every colour would stand there twice. */
const CSS_TARGET = ['chrome120', 'firefox121', 'safari17']

/** Runs over `messenger.css?inline` and those of the launcher after Vite has compiled and minified them. */
export function shadowStyles(): Plugin {
  const rewrites: Record<string, (css: string) => string> = {
    'messenger.css': (css) => dropUnreadTokens(leanCss(takeFromPage(shadowCss(css)))),
    'launcher.css': withTokens,
    'popup.css': withTokens,
    'guest.css': withTokens,
  }
  return {
    name: 'plat-shadow-styles',
    enforce: 'post',
    config: () => ({ build: { cssTarget: CSS_TARGET } }),
    transform(code, id) {
      const [path = '', query = ''] = id.split('?')
      const rewrite = rewrites[path.slice(path.lastIndexOf('/') + 1)]
      if (!rewrite || !/\binline\b/.test(query)) return null
      const literal = /^export default (["'`][\s\S]*["'`]);?\s*$/.exec(code.trim())?.[1]
      if (!literal) throw new Error(`${path}: Vite no longer prints inline CSS as one string`)
      const css = JSON.parse(literal)
      return { code: `export default ${JSON.stringify(rewrite(css))}`, map: null }
    },
  }
}

const MIXES = /@supports \(color:\s*color-mix\(in lab,\s*red,\s*red\)\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g
/** A declaration and the same property said once more by the next rule of the same selector. */
const SAID_TWICE = /([^{};]+)\{((?:[^{}]*;)?)(--[\w-]+):[^{};]+;?\}\1\{(\3:[^{}]*)\}/g
/** With the prefix that Safari wants, once for each browser that does not. */
const SAID_AGAIN = /(-webkit-[\w-]+:[^;{}]+;)\1+/g
const SPACING_PX = 4
const SPACING = /calc\(var\(--spacing\) \* (-?[\d.]+)\)|var\(--spacing\)/g

/** From the first to the last rule of Tailwind's reset but the one for everything. */
const RESET = /html,:host\{[\s\S]*?(?=\[hidden\]:where\()/
/** Of it: h2, h3, p, a, lists, pictures, and fields of text. */
const OWN_RESET =
  'h2,h3{font-size:inherit;font-weight:inherit}a{color:inherit;text-decoration:inherit}ol,ul{list-style:none}img,svg{vertical-align:middle;display:block}img{max-width:100%;height:auto}button,input,textarea{font:inherit;letter-spacing:inherit;color:inherit;background-color:#0000;border-radius:0}:-moz-ui-invalid{box-shadow:none}button{appearance:button}'

/**
 * Makes the messenger's stylesheet small: what its browsers know is said without the fallback, a length that follows
 * from the spacing is that length, and of the reset what the messenger renders is left. Each must find its pattern, as
 * in shadow-css.ts.
 */
export function leanCss(css: string): string {
  const steps: readonly (readonly [found: RegExp, put: string | ((...found: string[]) => string)])[] = [
    [MIXES, (_, rules = '') => rules],
    [SAID_TWICE, '$1{$2$4}'],
    [SPACING, (_, times = '1') => `${Number(times) * SPACING_PX}px`],
    [RESET, OWN_RESET],
    [SAID_AGAIN, '$1'],
  ]
  return steps.reduce((rest, [found, put]) => {
    const next = rest.replace(found, put as string)
    if (next === rest)
      throw new Error(`messenger.css: nothing to make small for ${found}; Tailwind prints something new`)
    return next
  }, css)
}

/** What a token may be called; other custom properties belong to Tailwind and the bundler. */
const TOKEN =
  /(?<=[{;])(--(?:color|text|tracking|font|stretch|control|radius|shadow|scrim|ring|duration|ease|z)(?:-[\w-]+)?):[^;}]*;?/g

/**
 * Leaves out of a stylesheet the design tokens that nothing in it reads: the map's colors and the page's type scale,
 * three times over. Read only through a token that is itself unread counts as unread.
 */
export function dropUnreadTokens(css: string): string {
  for (;;) {
    const read = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    const next = css.replace(TOKEN, (declared, name: string) => (read.has(name) ? declared : ''))
    if (next === css) return css
    css = next
  }
}
