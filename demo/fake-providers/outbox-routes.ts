/** The outbox of a demo world: a page with every mail and text message the embedded parts "sent", and the same as JSON. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { sendAsset, sendPage } from '#server/site/send-file.ts'
import { type Letter, letterOf, recipientFilter } from './letters.ts'

export interface OutboxRoutes {
  db: Database
  /** What does not end in the outbox, because a real service was configured; for the page to say. */
  sentOutside: readonly ('mail' | 'sms')[]
  /** An answer to a text message. */
  receiveReply(reply: { from: string; body: string }): Promise<void>
}

/** The page shows no more; older ones stay in the table. */
const SHOWN_MAX = 200
const REPLY_MAX_LENGTH = 1000
const FILES = fileURLToPath(new URL('files', import.meta.url))

export function registerOutbox(app: FastifyInstance, { db, sentOutside, receiveReply }: OutboxRoutes): void {
  app.get<{ Params: { '*': string } }>('/demo/parts/*', (request, reply) =>
    sendAsset(reply, request.params['*'], FILES),
  )
  app.get('/demo/outbox', (_request, reply) => sendPage(reply, { path: `${FILES}/outbox.html` }))
  app.get('/demo/outbox/', (_request, reply) => reply.redirect('/demo/outbox', 301))

  app.get<{ Querystring: { to?: string; after?: string } }>('/demo/outbox.json', async (request, reply) => {
    const { to = '', after = '0' } = request.query
    if (!/^\d{1,15}$/.test(after)) throw invalid({ after: ['The after field must be the id of a message.'] })
    reply.header('Cache-Control', 'no-store')
    return { messages: await lettersOf(db, { to, after: Number(after) }), sent_outside: sentOutside }
  })

  app.post<{ Body: { from?: unknown; body?: unknown } | undefined }>('/demo/sms-reply', async (request) => {
    const { from, body } = request.body ?? {}
    if (typeof from !== 'string' || !/^\+\d{8,15}$/.test(from))
      throw invalid({ from: ['The from field must be a number like +17132840142.'] })
    if (typeof body !== 'string' || body.trim() === '' || body.length > REPLY_MAX_LENGTH)
      throw invalid({ body: [`The body field must be a text of at most ${REPLY_MAX_LENGTH} letters.`] })
    await receiveReply({ from, body })
    return { message: 'Received.' }
  })
}

/** Newest first. */
export async function lettersOf(
  db: Database,
  { to, after }: { to: string; after: number },
): Promise<Letter[]> {
  const wanted = recipientFilter(to)
  let query = db.selectFrom('outbox').selectAll().where('id', '>', after)
  if (wanted !== '') query = query.where(sql<SqlBool>`position(${wanted} in lower(recipient)) > 0`)
  const rows = await query.orderBy('id', 'desc').limit(SHOWN_MAX).execute()
  return rows.map(letterOf)
}
