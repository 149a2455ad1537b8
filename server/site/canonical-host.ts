/**
 * A server on somebody's own machine goes by one name. Logos and links carry the address it was opened with, and a page may load pictures from
 * its own origin alone: whoever types another name of this machine is sent on.
 */
import type { FastifyInstance } from 'fastify'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** `origin` is `''` until it is known. The console may have another name. Calls and files are answered under any name. */
export function keepOneName(app: FastifyInstance, origin: () => string, adminOrigin?: string): void {
  const isConsole = (host: string) => adminOrigin !== undefined && new URL(adminOrigin).host === host
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    const here = isPage && !isConsole(request.host) && URL.canParse(origin()) ? new URL(origin()) : null
    if (here && isOtherName(request.host, here)) return reply.redirect(`${here.origin}${request.url}`, 302)
  })
}

function isOtherName(host: string, here: URL): boolean {
  if (host === here.host || !LOOPBACK.test(here.hostname)) return false
  const asked = `${here.protocol}//${host}`
  if (!URL.canParse(asked)) return false
  const { hostname, port } = new URL(asked)
  return port === here.port && LOOPBACK.test(hostname)
}
