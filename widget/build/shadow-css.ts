/**
 * Makes Tailwind's output fit for a shadow root. Each rewrite must find its pattern, else the build fails:
 * an upgrade that prints something else is noticed here and not on a host page.
 */
import type { Plugin } from 'vite'
import { leanCss } from './lean-css.ts'
import { takeFromPage } from './page-tokens.ts'
import { withTokens } from './small-css.ts'
import { dropUnreadTokens } from './unread-tokens.ts'

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
