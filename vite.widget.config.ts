/**
 * Builds the messenger into dist/widget (module entry, lazy chunks, loader in two forms, manifest),
 * and with `--mode bench` the benchmark page into dist/bench.
 */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import { writeManifest } from './widget/build/manifest.ts'
import { noGlobals } from './widget/build/no-globals.ts'
import { oneChunk } from './widget/build/one-chunk.ts'
import { shadowStyles } from './widget/build/shadow-css.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const OUT = here('dist/widget')
const ELEMENT = here('widget/element/auto-define.ts')
const LOADER = here('widget/loader/module.ts')

const common = {
  root: here('.'),
  publicDir: false,
  logLevel: 'warn',
} satisfies UserConfig

export default defineConfig(({ mode }) => (mode === 'bench' ? bench() : widget()))

function widget(): UserConfig {
  return {
    ...common,
    plugins: [tailwindcss(), shadowStyles(), noGlobals(), finish()],
    build: {
      outDir: OUT,
      emptyOutDir: true,
      sourcemap: true,
      target: 'es2022',
      modulePreload: false,
      // Not build.lib: with ES output it does not minify white space.
      rolldownOptions: {
        input: { 'plat-messenger': ELEMENT, loader: LOADER },
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: ({ name }) => (name === 'loader' ? 'loader.mjs' : '[name].js'),
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: oneChunk('messenger', { entry: ELEMENT, other: LOADER }) },
        },
      },
    },
  }
}

/** The classic loader is an output format of its own; the manifest is written when every file is there. */
function finish(): Plugin {
  return {
    name: 'plat-finish',
    apply: 'build',
    async closeBundle() {
      await build({ configFile: false, ...classicLoader() })
      await writeManifest(OUT)
    },
  }
}

function classicLoader(): UserConfig {
  return {
    ...common,
    plugins: [shadowStyles()],
    build: {
      outDir: OUT,
      emptyOutDir: false,
      sourcemap: true,
      target: 'es2022',
      rolldownOptions: {
        input: { loader: here('widget/loader/classic.ts') },
        output: { format: 'iife', entryFileNames: 'loader.js' },
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
