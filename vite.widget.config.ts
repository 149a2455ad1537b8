/**
 * Builds the messenger into dist/widget (module entry, lazy chunks, loader in two forms, manifest),
 * with `--mode npm` the package into dist/npm, and with `--mode bench` the benchmark page into dist/bench.
 */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }
import { compressFiles } from './widget/build/compress-files.ts'
import { aliasesOf, ENTRY_NAMES, type Flavour } from './widget/build/flavour.ts'
import { leanEndpoints } from './widget/build/lean-endpoints.ts'
import { writeManifest } from './widget/build/manifest.ts'
import { NPM_DOORS, NPM_EXTERNAL, npmPackage } from './widget/build/npm-package.ts'
import { oneChunk } from './widget/build/one-chunk.ts'
import { plainImports } from './widget/build/plain-imports.ts'
import { pusherSource } from './widget/build/pusher-source.ts'
import { shadowStyles } from './widget/build/shadow-css.ts'
import { shortNamesOf } from './widget/build/short-names.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const OUT = process.env.PLAT_WIDGET_OUT ?? here('dist/widget')
const ELEMENT = here('widget/element/auto-define.ts')
const STYLES = here('widget/ui/messenger.css')
/** Files of their own, which import nothing: the launcher in two forms, and what it opens. */
const LAUNCHER_FILES = {
  'loader.js': { source: 'widget/launcher/classic.ts', format: 'iife' },
  'loader.mjs': { source: 'widget/launcher/module.ts', format: 'es' },
  'plat-popup.js': { source: 'widget/launcher/popup.ts', format: 'es' },
  'plat-key.js': { source: 'widget/launcher/site-key/key.ts', format: 'es' },
  'plat-guest.js': { source: 'widget/launcher/site-key/guest.ts', format: 'es' },
} as const

/** Nearly all of a launcher runs at load: Chromium compiles its functions beside the page's thread and not one by one in it. */
const EAGER = '//# allFunctionsCalledOnLoad'

const common = {
  root: here('.'),
  publicDir: false,
  logLevel: 'warn',
  define: { PLAT_VERSION: JSON.stringify(packageJson.version) },
} satisfies UserConfig

export default defineConfig(({ mode }) => (mode === 'bench' ? bench() : mode === 'npm' ? npm() : widget()))

function widget(): UserConfig {
  return messenger('full', [finish()])
}

/** One flavour with its chunks; `full` is built first. */
function messenger(flavour: Flavour, more: Plugin[] = []): UserConfig {
  const isFirst = flavour === 'full'
  return {
    ...common,
    plugins: [...ownTransforms(), ...more],
    resolve: { alias: aliasesOf(flavour) },
    build: {
      outDir: OUT,
      emptyOutDir: isFirst,
      sourcemap: true,
      target: 'es2022',
      modulePreload: false,
      // Not build.lib: with ES output it does not minify white space.
      rolldownOptions: {
        input: { [ENTRY_NAMES[flavour]]: ELEMENT },
        // 200 B less: a lazy chunk contains the numbers of limits.ts that it uses, instead of importing them from the main chunk.
        optimization: { inlineConst: true },
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: `chunks/${isFirst ? '' : 'lite-'}[name]-[hash].js`,
          codeSplitting: { groups: oneChunk('messenger', ELEMENT) },
        },
      },
    },
  }
}

/** Styles with short names, and pusher-js from its sources. */
function ownTransforms() {
  return [
    tailwindcss(),
    shadowStyles(),
    ...shortNamesOf(STYLES),
    leanEndpoints(),
    pusherSource(),
    plainImports(),
  ]
}

/** The other flavour and the launcher's files are builds of their own; the manifest and the compressed files are written when every file is there. */
function finish(): Plugin {
  return {
    name: 'plat-finish',
    apply: 'build',
    async closeBundle() {
      await build({ configFile: false, ...messenger('lite') })
      for (const file of Object.keys(LAUNCHER_FILES) as LauncherFile[])
        await build({ configFile: false, ...launcherFile(file) })
      for (const { file, brotli, integrity } of await writeManifest(OUT, packageJson.version))
        console.log(`${file.padEnd(40)} ${String(brotli).padStart(6)} B brotli  ${integrity}`)
      await compressFiles(OUT)
    },
  }
}

type LauncherFile = keyof typeof LAUNCHER_FILES

function launcherFile(name: LauncherFile): UserConfig {
  const { source, format } = LAUNCHER_FILES[name]
  return {
    ...common,
    plugins: [shadowStyles(), plainImports()],
    build: {
      outDir: OUT,
      emptyOutDir: false,
      // Its address is 25 B of 2 kB; the map lies beside the file.
      sourcemap: 'hidden',
      target: 'es2022',
      rolldownOptions: {
        input: here(source),
        optimization: { inlineConst: true },
        preserveEntrySignatures: 'strict',
        output: { format, entryFileNames: name, postBanner: name.startsWith('plat') ? '' : EAGER },
      },
    },
  }
}

/** The package. Its names are made short, so that helpers of its bundler do not meet those of the host's. */
function npm(): UserConfig {
  const outDir = process.env.PLAT_NPM_OUT ?? here('dist/npm')
  return {
    ...common,
    plugins: [...ownTransforms(), npmPackage(outDir)],
    resolve: { alias: aliasesOf('full') },
    build: {
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: NPM_DOORS,
        external: NPM_EXTERNAL,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          banner: ({ name }) => (name === 'react' ? "'use client'" : ''),
        },
      },
    },
  }
}

function bench(): UserConfig {
  return {
    ...common,
    root: here('tests/bench/thread'),
    base: './',
    plugins: [tailwindcss(), shadowStyles()],
    build: {
      outDir: here('dist/bench'),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: here('tests/bench/thread/thread.html') },
    },
  }
}
