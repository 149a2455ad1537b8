/**
 * Builds pusher-js from its own sources instead of its browser file: the same connection, channels and time-outs over our
 * runtime (shared/realtime/websocket-runtime.js), without the transports, the global and the copies for old browsers.
 */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Where it is: `node_modules` may be a link. */
const SOURCE = `${realpathSync(fileURLToPath(new URL('../../node_modules/pusher-js/src', import.meta.url)))}/`
const RUNTIME = fileURLToPath(new URL('../../shared/realtime/websocket-runtime.js', import.meta.url))

/** Signatures come by our own handler, statistics are off, our heartbeat pings, encrypted and presence channels and log in are not offered. */
const NEVER_USED =
  /core\/(channels\/(encrypted|presence)_channel|transports\/assistant_to_the_transport_manager|timeline\/timeline_sender|user|base64|auth\/(channel_authorizer|user_authenticator|deprecated_channel_authorizer)|http\/\w+)\.ts$/
/** Writes to the console when it is told to, which nobody does. */
const LOGGER = /core\/logger\.ts$/
/** Addresses of articles, for the console. */
const URL_STORE = /core\/utils\/url_store\.ts$/

const UNUSED = `export default function unused() { return () => {} }
export const ChannelAuthorizerProxy = unused`
const SILENT = 'const nothing = () => {}; export default { debug: nothing, warn: nothing, error: nothing }'
const NO_ADDRESS = `export default { buildLogSuffix: () => '' }`

/** For the element and the apps. */
export function pusherSource(): Plugin {
  return {
    name: 'plat-pusher-source',
    enforce: 'pre',
    // The development server prepares packages itself, and takes the published file.
    apply: 'build',
    // Their own bundler sets these too.
    config: () => ({
      define: {
        VERSION: '"8"',
        CDN_HTTP: '""',
        CDN_HTTPS: '""',
        DEPENDENCY_SUFFIX: '""',
        global: 'globalThis',
      },
    }),
    resolveId(id, importer) {
      if (id === 'pusher-js') return `${SOURCE}core/pusher.ts`
      if (!importer?.startsWith(SOURCE)) return null
      if (id === 'runtime') return RUNTIME
      // Beside it lies a file of the same name in CommonJS, which Vite would take.
      if (/^\.\.?\/pusher$/.test(id)) return `${SOURCE}core/pusher.ts`
      return id.startsWith('core/') ? `${SOURCE}${id}.ts` : null
    },
    load(id) {
      if (!id.startsWith(SOURCE)) return null
      if (NEVER_USED.test(id)) return UNUSED
      if (LOGGER.test(id)) return SILENT
      return URL_STORE.test(id) ? NO_ADDRESS : null
    },
  }
}
