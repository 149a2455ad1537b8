/**
 * Builds the messenger into dist/widget (module entry, lazy chunks, loader in two forms, manifest),
 * with `--mode npm` the package into dist/npm, and with `--mode bench` the benchmark page into dist/bench.
 */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import { version } from './package.json' with { type: 'json' }
import { aliasesOf, ENTRY_NAMES, type Flavour } from './widget/build/flavour.ts'
import { libraryParts } from './widget/build/library-parts.ts'
import { writeManifest } from './widget/build/manifest.ts'
import { namedReact } from './widget/build/named-react.ts'
import { NPM_DOORS, NPM_EXTERNAL, npmPackage } from './widget/build/npm-package.ts'
import { oneChunk } from './widget/build/one-chunk.ts'
import { plainImports } from './widget/build/plain-imports.ts'
import { pusherSource } from './widget/build/pusher-source.ts'
import { reactDomParts } from './widget/build/react-dom-parts.ts'
import { shadowStyles } from './widget/build/shadow-css.ts'
import { shortNamesOf } from './widget/build/short-names.ts'
import { virtuosoParts } from './widget/build/virtuoso-parts.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const OUT = process.env.PLAT_WIDGET_OUT ?? here('dist/widget')
const ELEMENT = here('widget/element/auto-define.ts')
const STYLES = here('widget/ui/messenger.css')
/** Files of their own, which import nothing: the launcher in two forms, and what it opens. */
const LAUNCHER_FILES = {
  'loader.js': { source: 'widget/loader/classic.ts', format: 'iife' },
  'loader.mjs': { source: 'widget/loader/module.ts', format: 'es' },
  'plat-popup.js': { source: 'widget/loader/popup.ts', format: 'es' },
} as const

const common = {
  root: here('.'),
  publicDir: false,
  logLevel: 'warn',
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
    plugins: [
      ...[
        tailwindcss(),
        shadowStyles(),
        ...shortNamesOf(STYLES),
        ...leanLibraries(),
        plainImports(),
        reactDomParts(),
      ],
      ...(isFirst ? [] : [namedReact()]),
      ...more,
    ],
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

/** Of libraries the messenger carries what it uses. */
function leanLibraries(): Plugin[] {
  return [libraryParts(), pusherSource(), virtuosoParts()]
}

/** The other flavour and the launcher's files are builds of their own; the manifest is written when every file is there. */
function finish(): Plugin {
  return {
    name: 'plat-finish',
    apply: 'build',
    async closeBundle() {
      await build({ configFile: false, ...messenger('lite') })
      for (const file of Object.keys(LAUNCHER_FILES) as LauncherFile[])
        await build({ configFile: false, ...launcherFile(file) })
      for (const { file, brotli, integrity } of await writeManifest(OUT, version))
        console.log(`${file.padEnd(40)} ${String(brotli).padStart(6)} B brotli  ${integrity}`)
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
      sourcemap: true,
      target: 'es2022',
      rolldownOptions: {
        input: here(source),
        preserveEntrySignatures: 'strict',
        output: { format, entryFileNames: name },
      },
    },
  }
}

/** The package. Its names are made short, so that helpers of its bundler do not meet those of the host's. */
function npm(): UserConfig {
  const outDir = process.env.PLAT_NPM_OUT ?? here('dist/npm')
  return {
    ...common,
    plugins: [
      tailwindcss(),
      shadowStyles(),
      ...shortNamesOf(STYLES),
      ...leanLibraries(),
      plainImports(),
      npmPackage(outDir),
    ],
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
