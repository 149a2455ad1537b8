/** Listening and closing of a server that is put together. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from './core/database/open-database.ts'
import type { AdminDoor } from './core/http/admin-origin.ts'
import type { Site } from './core/http/site.ts'
import type { Jobs } from './core/jobs/jobs.ts'

export interface Running {
  site: Site
  listen(at: { port: number; host?: string }): Promise<{ url: string; port: number }>
  /**
   * For `drainMs` only says at /healthz that it leaves, so that a proxy stops asking it; then refuses new work, closes sockets
   * over `graceMs`, gives running requests `requestsMs` after that before their connections are cut, closes the database.
   * May be called twice.
   */
  close(options?: { drainMs?: number; graceMs?: number; requestsMs?: number }): Promise<void>
}

export const DEFAULT_GRACE_MS = 2000
const DEFAULT_REQUESTS_MS = 5000

interface RunningDeps {
  app: FastifyInstance
  database: OpenDatabase
  site: Site
  door: AdminDoor
  closing: { isLeaving: boolean; graceMs: number }
  jobs: Jobs
}

/** Listening and closing. `closing` is what the app's own closing reads. */
export function running({ app, database, site, door, closing, jobs }: RunningDeps): Running {
  let closed: Promise<void> | null = null
  return {
    site,
    async listen({ port, host = '127.0.0.1' }) {
      // What keeps it from that is said when the jobs are started.
      await jobs.prepare().catch(() => {})
      door.prepare({ port })
      await app.listen({ port, host })
      await door.listen({ host })
      const bound = (app.server.address() as AddressInfo).port
      const url = `http://${hostOfUrl(host)}:${bound}`
      site.origin ||= url
      return { url, port: bound }
    },
    close(options = {}) {
      const { drainMs = 0, graceMs = DEFAULT_GRACE_MS, requestsMs = DEFAULT_REQUESTS_MS } = options
      closing.isLeaving = true
      closing.graceMs = graceMs
      closed ??= (drainMs > 0 ? pause(drainMs) : Promise.resolve())
        .then(() => closeWithin(app, graceMs + requestsMs))
        .then(() => database.close())
      return closed
    },
  }
}

/** Node waits for the last request, also for one whose sender has gone silent in the middle of it. */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close()
  clearTimeout(cutOff)
}

/** One press of Ctrl-C or one order to stop: npm and service managers send it to the process twice. */
const SAME_SIGNAL_MS = 1000

/** Calls `close` at the first signal to end. A second one, a moment later or more, ends the process at once. */
export function closeOnSignals(close: (signal: NodeJS.Signals) => void): void {
  let firstMs: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (firstMs !== null && performance.now() - firstMs > SAME_SIGNAL_MS) process.exit(1)
      if (firstMs !== null) return
      firstMs = performance.now()
      close(signal)
    })
}

/** How a person reaches a host the server is bound to. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
