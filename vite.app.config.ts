/** Builds the marketplace to dist/app, with `--mode demo` the seller desk to dist/demo, with `--mode console` the console to dist/console. Nothing inline, so a strict CSP holds. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { basemap } from './marketplace/build/basemap.ts'
import { routePayloads } from './marketplace/build/route-payloads.ts'
import { version } from './package.json' with { type: 'json' }
import { shadowStyles } from './widget/build/shadow-css.ts'

const PAGES = {
  app: { root: 'marketplace/app', base: '/', outDir: 'dist/app' },
  demo: { root: 'demo/desk', base: '/desk/', outDir: 'dist/demo' },
  console: { root: 'demo/console', base: '/console/', outDir: 'dist/console' },
} as const

/** Functions of shared/contract that have no effect but their result. */
const SCHEMA_BUILDERS = [
  'z',
  'endpoint',
  'wrapped',
  'page',
  'maybe',
  'id',
  'idText',
  'flag',
  'amount',
  'instant',
  'pageNumber',
  'email',
  'password',
  'newPassword',
  'personName',
  'emailAddress',
  'sixDigits',
  'degrees',
  'point',
  'boxName',
  'code',
  'text',
  'priceCents',
  'day',
  'cents',
]

export default defineConfig(({ mode }) => {
  const page = mode === 'demo' || mode === 'console' ? PAGES[mode] : PAGES.app
  return {
    root: at(page.root),
    base: page.base,
    define: { PLAT_VERSION: JSON.stringify(version) },
    plugins: [
      react(),
      tailwindcss(),
      shadowStyles(),
      withoutOwnStyles(),
      preloadFonts(page.base),
      ...(page === PAGES.app ? [basemap(), routePayloads(at(page.root))] : []),
    ],
    build: {
      outDir: at(page.outDir),
      emptyOutDir: true,
      target: 'es2022',
      // The browsers Tailwind 4 asks for. For older ones every token would be written three times.
      cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
      // A data: URL would need its own word in the page's CSP.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // A contract file declares many calls and a page makes a few of them: what only builds schemas may be left out.
      rolldownOptions: { treeshake: { manualPureFunctions: SCHEMA_BUILDERS } },
    },
  }
})

function at(path: string): string {
  return new URL(path, import.meta.url).pathname
}

/** sonner writes a <style> into the page, which its policy forbids; ui/toaster.tsx takes the same rules as a file. */
function withoutOwnStyles(): Plugin {
  return {
    name: 'without-own-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs/.test(id)) return null
      const stripped = code.replace(/^__insertCSS\(".*"\);$/m, '')
      if (stripped === code) this.error('sonner no longer writes its styles as it did: look at it anew')
      return { code: stripped, map: null }
    },
  }
}

/** Asks for the font with the page instead of after the styles, which saves one round trip before text is final. */
function preloadFonts(base: string): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map(
            (file): HtmlTagDescriptor => ({
              tag: 'link',
              attrs: { rel: 'preload', href: base + file, as: 'font', type: 'font/woff2', crossorigin: '' },
              injectTo: 'head-prepend',
            }),
          ),
    },
  }
}
