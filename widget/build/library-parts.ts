/**
 * Leaves out of some libraries what the messenger never calls, file by file. Fails the build when a release is written in another
 * way, or lies in other files.
 */
import type { Plugin } from 'vite'
import type { LibraryParts } from './cut.ts'
import { cut } from './cut.ts'
import { ECHO_PARTS } from './echo-cuts.ts'
import { KY_PARTS } from './ky-cuts.ts'
import { PUSHER_PARTS } from './pusher-cuts.ts'

const PARTS: LibraryParts = { ...ECHO_PARTS, ...KY_PARTS, ...PUSHER_PARTS }

export function libraryParts(): Plugin {
  const missing = new Set(Object.keys(PARTS))
  return {
    name: 'plat-library-parts',
    enforce: 'pre',
    transform(code, id) {
      const file = id.slice(id.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const cuts = PARTS[file]
      if (!cuts) return null
      missing.delete(file)
      return { code: cut(file, code, cuts), map: null }
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`not in the build any more: ${[...missing].join(', ')}`)
    },
  }
}
