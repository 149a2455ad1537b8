/**
 * A console at a separate origin (ADMIN_ORIGIN): its pages and calls answer only there, and everything else only elsewhere. What is
 * hidden answers like an address that does not exist.
 */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { getCaptcha } from '#shared/contract/account.ts'
import { pathsOf } from './paths.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Site } from './site.ts'

/** Where a request has arrived. `neither`: its names or its port contradict each other. */
export type Place = 'site' | 'console' | 'neither'

export interface AdminDoor {
  placeOf(request: IncomingMessage): Place
  /** Decides whether the console has a separate port here. Call it before the server listens at `port`. */
  prepare(at: { port: number }): void
  /** Listens at the console's own port, if it has one. Rejects when that is taken. */
  listen(at: { host: string }): Promise<void>
}

interface DoorSettings {
  site: Site
  trustProxy: boolean
}

/** Registers the hook that keeps the two apart; without `site.adminOrigin` all is the site's. */
export function createAdminDoor(app: FastifyInstance, { site, trustProxy }: DoorSettings): AdminDoor {
  const { adminOrigin } = site
  if (adminOrigin === undefined)
    return { placeOf: () => 'site', prepare() {}, listen: () => Promise.resolve() }
  let ownPort: number | null = null
  const listener = secondListener(app)

  const placeOf = ({ headers, socket }: IncomingMessage): Place => {
    // A client may write an X-Forwarded-Host that its proxy passes on, so the console answers only where Host names it as well.
    const forwarded = trustProxy ? lastOf(headers['x-forwarded-host']) : undefined
    const signs = [headers.host ?? '', ...(forwarded === undefined ? [] : [forwarded])].map((name) =>
      isHostOf(name, adminOrigin),
    )
    if (ownPort !== null) signs.push(socket.localPort === ownPort)
    if (!signs.includes(true)) return 'site'
    return signs.includes(false) ? 'neither' : 'console'
  }
  keepApart(app, { placeOf, adminOrigin })

  return {
    placeOf,
    prepare({ port }) {
      ownPort = ownPortOf(adminOrigin, { port, publicOrigin: site.origin })
    },
    async listen({ host }) {
      if (ownPort === null) return
      listener.listen({ port: ownPort, host })
      await once(listener, 'listening')
    },
  }
}

interface Apart {
  placeOf: AdminDoor['placeOf']
  adminOrigin: string
}

function keepApart(app: FastifyInstance, { placeOf, adminOrigin }: Apart): void {
  app.addHook('onRequest', async (request, reply) => {
    // The route's own pattern, which no other spelling of the address changes.
    const path = request.routeOptions.url ?? request.url
    if (path === HEALTH) return
    const place = placeOf(request.raw)
    if (place === 'site' && !isOfConsole(path) && !isOfConsole(request.url)) return
    if (place !== 'console' || !(isOfConsole(path) || OF_BOTH.includes(path))) throw notFound()
    // No page but the console's own calls it.
    reply.removeHeader('Access-Control-Allow-Origin')
    const { origin } = request.headers
    if (origin !== undefined && origin !== adminOrigin) throw foreignPage()
  })
}

const HEALTH = '/healthz'

/** What the console itself asks for; the last one is of a demo. */
const OF_BOTH = [...pathsOf(getCaptcha), '/favicon.svg', '/brand.css', '/photos/:file', '/demo/logins.json']

const isOfConsole = (path: string): boolean => /^\/(console|admin)(?=[/?]|$)/.test(path)

const foreignPage = () =>
  new Refusal(403, { message: 'Only the console itself may call this.', code: 'foreign_origin' })

/** As the one proxy in front has written it. */
const lastOf = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header).split(',').at(-1)?.trim()

/** Whether a Host header names this origin: any case, with or without the port that its scheme implies. */
function isHostOf(name: string, origin: string): boolean {
  const { protocol, host } = new URL(origin)
  const asked = `${protocol}//${name}`
  return /^[\w.:[\]-]+$/.test(name) && URL.canParse(asked) && new URL(asked).host === host
}

/**
 * Null where a proxy tells the two apart by name: always for https, which this server does not speak, and where the port is that of
 * the public origin or the one it listens at anyway.
 */
function ownPortOf(
  adminOrigin: string,
  { port, publicOrigin }: { port: number; publicOrigin: string },
): number | null {
  const url = new URL(adminOrigin)
  const own = portOf(url)
  if (url.protocol === 'https:' || own === port) return null
  return publicOrigin !== '' && own === portOf(new URL(publicOrigin)) ? null : own
}

const portOf = ({ protocol, port }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Connections are handed to the app's own HTTP server, so that its time-outs and its closing count for them as well. */
function secondListener(app: FastifyInstance): Server {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  )
  let closed: Promise<unknown> | null = null
  app.addHook('preClose', async () => {
    if (!listener.listening) return
    closed = once(listener, 'close')
    listener.close()
  })
  app.addHook('onClose', async () => void (await closed))
  return listener
}
