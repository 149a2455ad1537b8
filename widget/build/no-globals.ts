/** Keeps the schema library from leaving two globals on host pages: what it shares with other copies of itself stays inside. */
import type { Plugin } from 'vite'

const SHARED = /zod\/v4\/core\/(core|registries)\.js$/

export function noGlobals(): Plugin {
  return {
    name: 'plat-no-globals',
    transform(code, id) {
      if (!SHARED.test(id)) return null
      if (!code.includes('globalThis')) throw new Error(`${id}: zod no longer shares itself by globalThis`)
      return { code: `const kept = {};\n${code.replaceAll('globalThis', 'kept')}`, map: null }
    },
  }
}
