/**
 * Compiles the server for plain Node: for production to dist/server with the files it reads beside it, with `--mode cli` the command
 * `plat` beside it, with `--mode seed-demo` the example data of `plat seed-demo` to dist/seed-demo, and with `--mode demo` what
 * `npm start` runs to dist/start, which reads its files where their sources are. Packages stay outside, but for those of which
 * the server uses a small part: an installation does without them. A library that few installations use is a separate file that a setting loads.
 */
import { copyFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Read by `new URL('./name', import.meta.url)`. */
const SERVER_FILES = [
  'server/core/database/empty-database.tar.br',
  'server/providers/places/gazetteer/places.bin.br',
  'server/providers/files/render-page-thread.mjs',
]
const SEED_FILES = ['demo/seed/seeded-deals/towns.tsv', 'demo/seed/seeded-deals/counties.tsv']
const PACKED = [
  /^@opentelemetry\//,
  /^@sentry\//,
  'altcha-lib',
  'aws4fetch',
  'bowser',
  'kysely',
  'libphonenumber-js',
]
const BUILDS = {
  production: {
    entry: 'server/main.ts',
    outDir: 'dist/server',
    file: 'main.js',
    plugin: filesBeside(SERVER_FILES),
  },
  // Beside the server, with the same files, which are there already.
  cli: {
    entry: 'server/cli/main.ts',
    outDir: 'dist/server',
    file: 'plat.js',
    plugin: filesBeside(SERVER_FILES),
  },
  'seed-demo': {
    entry: 'demo/seed/example-world.ts',
    outDir: 'dist/seed-demo',
    file: 'main.js',
    plugin: filesBeside(SEED_FILES),
  },
  demo: {
    entry: 'demo/start.ts',
    outDir: 'dist/start',
    file: 'main.js',
    plugin: filesAtSource('dist/start'),
  },
} as const

export default defineConfig(({ mode }) => {
  const { entry, outDir, file, plugin } = BUILDS[isBuild(mode) ? mode : 'production']
  return {
    plugins: [plugin],
    publicDir: false,
    // An installation has no package that makes up names.
    ssr: { external: true, noExternal: mode === 'seed-demo' ? [...PACKED, '@faker-js/faker'] : PACKED },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: mode !== 'cli',
      target: 'node20',
      // Of the packages that are packed.
      license: { fileName: file.replace('.js', '.licenses.md') },
      rolldownOptions: {
        // The server alone: parts of the command would have the same names.
        output: { entryFileNames: file, chunkFileNames: '[name].js', codeSplitting: mode === 'production' },
      },
    },
  }
})

function isBuild(mode: string): mode is keyof typeof BUILDS {
  return mode in BUILDS
}

function filesBeside(files: readonly string[]): Plugin {
  return {
    name: 'files-beside-the-program',
    async writeBundle({ dir = '' }) {
      for (const file of files) await copyFile(file, join(dir, basename(file)))
    },
  }
}

/** What is named from a source file is found from there. */
function filesAtSource(outDir: string): Plugin {
  return {
    name: 'files-at-their-source',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('node_modules')) return null
      const source = JSON.stringify(relative(resolve(outDir), id))
      return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
    },
  }
}
