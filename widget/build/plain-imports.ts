/** A lazy chunk is fetched by `import()` alone: Vite's helper around it would put link tags into the host page. */
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

export function plainImports(): Plugin {
  return {
    name: 'plat-plain-imports',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
