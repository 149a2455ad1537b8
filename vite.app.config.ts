/** Builds the buyer app to dist/app, with `--mode seller` the seller app to dist/seller, with `--mode admin` the console to dist/admin. Nothing inline, so a strict CSP holds. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import {
  build,
  defineConfig,
  type HtmlTagDescriptor,
  type InlineConfig,
  type Plugin,
  type UserConfig,
} from 'vite'
import { basemap } from './marketplace/kit/build/basemap.ts'
import { fetchedFirst } from './marketplace/kit/build/fetched-first.ts'
import { mergedChunks } from './marketplace/kit/build/merged-chunks.ts'
import { routePayloads } from './marketplace/kit/build/route-payloads.ts'
import packageJson from './package.json' with { type: 'json' }
import { compressedFiles } from './widget/build/compress-files.ts'
import { leanEndpoints } from './widget/build/lean-endpoints.ts'
import { pusherSource } from './widget/build/pusher-source.ts'
import { shadowStyles } from './widget/build/shadow-css.ts'

const PAGES = {
  app: { root: 'marketplace/buyer/app', base: '/', outDir: 'dist/app' },
  seller: { root: 'marketplace/seller', base: '/seller/', outDir: 'dist/seller' },
  admin: { root: 'marketplace/admin', base: '/admin/', outDir: 'dist/admin' },
} as const

/**
 * Functions of shared/contract that have no effect but their result. The bundler goes by the name alone: a call of anything with one
 * of these names whose result nobody reads is left out, so no other code may make one (tests/house/pure-names.test.ts).
 */
export const SCHEMA_BUILDERS = [
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

type AppPage = (typeof PAGES)[keyof typeof PAGES]

export default defineConfig(async ({ mode, command }) => {
  const page = mode === 'seller' || mode === 'admin' ? PAGES[mode] : PAGES.app
  const isMerged = command === 'build' && page === PAGES.app
  const config = configOf(page, isMerged ? await mergedNames(page) : new Map())
  return {
    ...config,
    plugins: [
      ...config.plugins,
      ...(page === PAGES.app ? [routePayloads(at(page.root)), drawing()] : []),
      compressedFiles(at(page.outDir)),
    ],
  }
})

/** `names`: chunk names by module id. The bundler chooses the chunks of all other modules. */
function configOf(page: AppPage, names: ReadonlyMap<string, string>) {
  return {
    root: at(page.root),
    base: page.base,
    define: { PLAT_VERSION: JSON.stringify(packageJson.version) },
    plugins: [
      react(),
      tailwindcss(),
      shadowStyles(),
      leanEndpoints(),
      pusherSource(),
      withoutOwnStyles(),
      preloadFonts(page.base),
      fetchedFirst(page.base),
      ...(page === PAGES.app ? [basemap()] : []),
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
      reportCompressedSize: false,
      // A contract file declares many calls and a page makes a few of them: what only builds schemas may be left out.
      rolldownOptions: {
        treeshake: { manualPureFunctions: SCHEMA_BUILDERS },
        // 0.3 to 0.4 kB less of the first load, see vite.widget.config.ts.
        optimization: { inlineConst: true },
        // Every page names dozens of files, and a hash cannot be compressed: 42 bits instead of 48.
        output: {
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          // What every page begins with, in two files: left to itself the bundler makes twelve, 3 kB more. Packages change less often.
          codeSplitting: {
            groups: [
              { name: 'packages', tags: ['$initial'], test: /node_modules/ },
              { name: 'main', tags: ['$initial'] },
              { name: (id: string) => names.get(id) ?? null, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  } satisfies UserConfig
}

/** Chunks of pages that visitors often open first. .size-limit.mjs limits their sizes. */
const FIRST_PAGES = /^(home|browse|login|register|messenger)-page$|^deal-screen$/

/** Builds the app once without writing files, to know the chunks and their sizes. */
async function mergedNames(page: AppPage): Promise<ReadonlyMap<string, string>> {
  const config: InlineConfig = configOf(page, new Map())
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return mergedChunks(
    outputs.filter((one) => one.type === 'chunk'),
    FIRST_PAGES,
  )
}

/** What the server draws the deals' first page with, beside the app: the same cards, and React's renderer for text. */
function drawing(): Plugin {
  return {
    name: 'drawing',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        root: at('.'),
        publicDir: false,
        logLevel: 'warn',
        plugins: [react()],
        ssr: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          ssr: at('marketplace/buyer/app/draw-first-page.tsx'),
          outDir: at('dist/drawing'),
          emptyOutDir: true,
          target: 'node20',
          minify: true,
          // What is loaded later in the app is a file of its own, which nobody asks for here.
          rolldownOptions: {
            output: { entryFileNames: 'first-page.js', chunkFileNames: 'chunks/[name].js' },
          },
        },
      })
    },
  }
}

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
