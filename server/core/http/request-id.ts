/** What one request is called, here and in the log of the proxy in front of it. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a proxy or a tracing library makes. Anything else could write whatever it likes into the log. */
const GIVEN = /^[\w.-]{8,64}$/

/** The proxy's own id if there is one to be trusted, else a new one. */
export const requestIdOf =
  (isProxyTrusted: boolean) =>
  ({ headers }: { headers: IncomingHttpHeaders }): string => {
    const given = headers['x-request-id']
    return isProxyTrusted && typeof given === 'string' && GIVEN.test(given) ? given : randomUUID()
  }
