/**
 * Compiles the server for plain Node: for production to dist/server with the files it reads beside it, with `--mode cli` the command
 * `plat` beside it, with `--mode demo` what
 * `npm start` runs to dist/start, which reads its files where their sources are. Packages stay outside, but for those of which
 * the server uses a small part: an installation does without them.
 */
import { copyFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Read by `new URL('./name', import.meta.url)`. */
const FILES = [
  'server/core/database/empty-database.tar.br',
  'server/providers/places/gazetteer/places.bin.br',
  'server/providers/files/render-page-thread.mjs',
]
const PACKED = ['altcha-lib', 'aws4fetch', 'bowser', 'kysely', 'libphonenumber-js']
const BUILDS = {
  production: { entry: 'server/main.ts', outDir: 'dist/server', file: 'main.js', plugin: filesBeside },
  // Beside the server, with the same files, which are there already.
  cli: { entry: 'server/cli/main.ts', outDir: 'dist/server', file: 'plat.js', plugin: filesBeside },
  demo: { entry: 'demo/start.ts', outDir: 'dist/start', file: 'main.js', plugin: filesAtSource },
} as const

export default defineConfig(({ mode }) => {
  const { entry, outDir, file, plugin } = BUILDS[mode === 'demo' || mode === 'cli' ? mode : 'production']
  return {
    plugins: [plugin(outDir)],
    publicDir: false,
    ssr: { external: true, noExternal: PACKED },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: mode !== 'cli',
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
    },
  }
})

function filesBeside(): Plugin {
  return {
    name: 'files-beside-the-server',
    async writeBundle({ dir = '' }) {
      for (const file of FILES) await copyFile(file, join(dir, basename(file)))
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
