/** Every page is drawn by Node at the build, and taken over in the browser. */
import { fileURLToPath } from 'node:url'

export default {
  output: 'export',
  // Where node_modules lies: else Next takes the outermost folder with a lock file.
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
}
