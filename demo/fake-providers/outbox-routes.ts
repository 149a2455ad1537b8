/** The outbox of a demo world: a page with every mail and text message the embedded parts "sent", and the same as JSON. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { OutboxTable } from '#server/core/database/account-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { sendAsset, sendPage } from '#server/site/send-file.ts'

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

export interface Letter {
  id: number
  channel: 'mail' | 'sms'
  /** An e-mail address, or an E.164 number. */
  to: string
  /** Null for a text message. */
  subject: string | null
  text: string
  /** The six digits a person has to type somewhere; null when there are none. */
  code: string | null
  /** In the order of the text, each once. */
  links: string[]
  sent_at: string
}

/** A link ends at white space, or before the punctuation of its sentence. */
const LINK = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g
const CODE = /(?<![\d-])\d{6}(?![\d-])/

/**
 * A mail or text message of the outbox as its page shows it: the code to copy and the links to follow, found in its
 * text. Pure.
 */
export function letterOf(row: Selectable<OutboxTable>): Letter {
  const links = [...new Set(row.body_text.match(LINK) ?? [])]
  return {
    id: row.id,
    channel: row.channel,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    // Digits inside a link's token are no code.
    code: CODE.exec(row.body_text.replace(LINK, ' '))?.[0] ?? null,
    links,
    sent_at: new Date(row.created_at).toISOString(),
  }
}

/** What a person typed into the filter, as recipients are written: a number in any format, or part of an address. */
export function recipientFilter(typed: string): string {
  const text = typed.trim().toLowerCase()
  return /[a-z@]/.test(text) ? text : text.replace(/\D/g, '')
}
