/** One realtime node on a bare Fastify, on a free port, for tests that need no database. */
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Bus } from '#server/core/realtime/bus.ts'
import { createRealtime } from '#server/core/realtime/create-realtime.ts'
import type { RealtimeServer } from '#server/core/realtime/realtime-server.ts'
import type { Credentials, RealtimeLimits } from '#server/core/realtime/settings.ts'

export const APP = { appId: 'plat', key: 'test-key', secret: 'test-secret' } as const

export interface TestNode {
  app: FastifyInstance
  realtime: RealtimeServer
  metrics: Registry
  port: number
  /** `ws://…/app/{key}?protocol=7` */
  socketUrl: string
  stop(): Promise<void>
}

export interface NodeOptions {
  /** Credentials other than `APP`. */
  app?: Credentials
  limits?: Partial<RealtimeLimits>
  allowedOrigins?: readonly string[]
  trustProxy?: boolean
  bus?: Bus
  redisUrl?: string
  port?: number
  /** Adds routes before the app listens. */
  prepare?: (app: FastifyInstance, realtime: RealtimeServer) => void
}

export async function startNode(options: NodeOptions = {}): Promise<TestNode> {
  const { limits, bus, redisUrl, allowedOrigins, trustProxy, port = 0, app: credentials = APP } = options
  const app = Fastify()
  const metrics = new Registry()
  const realtime = await createRealtime(
    {
      driver: 'embedded',
      ...credentials,
      ...(limits ? { limits } : {}),
      ...(allowedOrigins ? { allowedOrigins } : {}),
    },
    { log: app.log, metrics, redisUrl, ...(bus ? { bus } : {}), ...(trustProxy ? { trustProxy } : {}) },
  )
  await realtime.register(app)
  options.prepare?.(app, realtime)
  await app.listen({ port, host: '127.0.0.1' })
  const bound = (app.server.address() as AddressInfo).port
  return {
    app,
    realtime,
    metrics,
    port: bound,
    socketUrl: `ws://127.0.0.1:${bound}/app/${credentials.key}?protocol=7`,
    stop: () => app.close(),
  }
}
