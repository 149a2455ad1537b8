/** What only a demo world answers: ready-made logins, a bearer for a host page, the switch of the demo replies, logos. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { issue } from '#server/accounts/login/tokens.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { sendAsset } from '#server/site/send-file.ts'
import type { AutoReply } from './auto-reply.ts'
import { buyerOf, DEMO_LOGINS } from './logins.ts'

const LOGOS = fileURLToPath(new URL('logos', import.meta.url))
const HOST_PAGE_TOKEN_MS = 60 * 60_000

export interface DemoRoutes {
  db: Database
  replies: AutoReply
}

/** Register these in a seeded demo world only: they hand out other people's sessions. */
export function registerDemoRoutes(app: FastifyInstance, { db, replies }: DemoRoutes): void {
  app.get('/demo/logins.json', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    return { logins: DEMO_LOGINS }
  })

  app.get<{ Querystring: { login?: string } }>('/demo/token', async (request, reply) => {
    const buyer = buyerOf(request.query.login ?? '')
    if (buyer === null) throw notFound()
    const { token, expiresAt } = await issue(db, {
      kind: 'customer' as const,
      principalId: buyer,
      purpose: 'widget' as const,
      lifetimeMs: HOST_PAGE_TOKEN_MS,
    })
    reply.header('Cache-Control', 'no-store')
    return { token, expires_at: expiresAt.toISOString() }
  })

  app.get('/demo/replies', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    return { on: replies.isOn() }
  })

  app.put<{ Body: { on?: unknown } | undefined }>('/demo/replies', async (request) => {
    const on = request.body?.on
    if (typeof on !== 'boolean') throw invalid({ on: ['The on field must be true or false.'] })
    replies.turn(on)
    return { on }
  })

  app.get<{ Params: { '*': string } }>('/demo/logos/*', (request, reply) =>
    sendAsset(reply, request.params['*'], LOGOS),
  )
}
