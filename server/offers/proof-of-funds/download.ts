/**
 * Downloads in a new tab (checklist OFR-17): a session is sent on to a signed address, which needs no cookie and names its holder
 * and their session. Whether that session is valid and what the holder may open is asked again there, and the download is written down.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf } from '#server/accounts/login/authenticate.ts'
import { personOfSession } from '#server/accounts/login/tokens.ts'
import { type Actor, writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { notFound, quarantined, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import type { Secret } from '#server/core/secret.ts'
import { attachment } from '#server/providers/files/file-name.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type Holder, holderOf, readHolder, readLink } from '#server/providers/files/signed-link.ts'

export interface LinkQuery {
  until?: string | undefined
  holder?: string | undefined
  signature?: string | undefined
}

interface Stored {
  storage_key: string
  file_name: string
  content_type: string
  is_quarantined: boolean
}

export interface Download<Row extends Stored> {
  /** In the log: `proof_of_funds.download`. */
  subject: { kind: 'corporate_document' | 'proof_of_funds'; id: number }
  find(): Promise<Row | null>
  mayOpen(row: Row, holder: Holder): Promise<boolean>
  link(holder: Holder): string
  /** What the signature is over. */
  signedSubject(holder: Holder): string
}

interface Asked {
  query: LinkQuery
  who: Principal | null
  request: FastifyRequest
  reply: FastifyReply
}

export async function answerDownload<Row extends Stored>(
  deps: { db: Database; files: FileStore; secret: Secret; nowMs: () => number },
  { query, who, request, reply }: Asked,
  download: Download<Row>,
): Promise<FastifyReply> {
  const isSigned = query.signature !== undefined
  const holder = isSigned ? await signedHolder(deps, { query, who, request }, download) : sessionHolder(who)
  const row = await download.find()
  if (!row || !(await download.mayOpen(row, holder))) throw notFound()
  if (row.is_quarantined) throw quarantined()
  if (!isSigned) return reply.redirect(download.link(holder), FOUND)
  const bytes = await deps.files.get(row.storage_key)
  if (!bytes) throw notFound()
  await writeAudit(deps.db, {
    actor: actorOfHolder(holder),
    action: `${download.subject.kind}.download`,
    subject: download.subject,
    ip: request.ip,
  })
  return sendFile(reply, row, bytes)
}

const FOUND = 302

/** Whatever a customer handed in: saved, never run, never guessed at, and kept by no cache. */
function sendFile(reply: FastifyReply, file: Stored, bytes: Uint8Array): FastifyReply {
  return reply
    .header('Cache-Control', 'private, no-store')
    .header('Content-Disposition', attachment(file.file_name))
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Referrer-Policy', 'no-referrer')
    .type(file.content_type)
    .send(Buffer.from(bytes))
}

function sessionHolder(who: Principal | null): Holder {
  if (!who) throw unauthenticated()
  return holderOf(who)
}

/** Throws 403 in a session of somebody else, and 410 once the session that the link was made in has ended. */
async function signedHolder(
  { db, secret, nowMs }: { db: Database; secret: Secret; nowMs: () => number },
  { query, ...by }: Pick<Asked, 'query' | 'who' | 'request'>,
  { signedSubject }: Pick<Download<Stored>, 'signedSubject'>,
): Promise<Holder> {
  const { until = '', signature = '' } = query
  const holder = readHolder(query.holder ?? '')
  if (!holder || isSomebodyElse(by, holder)) throw foreignLink()
  const link = readLink(secret, { subject: signedSubject(holder), until, signature }, nowMs())
  if (link === 'foreign') throw foreignLink()
  if (link === 'expired') throw expiredLink()
  const person = await personOfSession(db, holder.sessionId)
  if (person?.kind !== holder.kind || person.id !== holder.id) throw expiredLink()
  return holder
}

/** Browsers send no cookie of a seller here; that of a buyer who uses the same browser says nothing about the seller. A bearer does. */
function isSomebodyElse({ who, request }: Pick<Asked, 'who' | 'request'>, holder: Holder): boolean {
  if (!who) return false
  const { kind, id } = holderOf(who)
  return kind === holder.kind ? id !== holder.id : bearerOf(request) !== null
}

const actorOfHolder = ({ kind, id }: Holder): Actor => ({ kind, id })

const foreignLink = () =>
  new Refusal(403, {
    message: 'This link was changed or is not ours. Open the file from its page again.',
    code: 'foreign_link',
  })

const expiredLink = () =>
  new Refusal(410, {
    message: 'This link has expired. Go back and open the file again for a new one.',
    code: 'expired_link',
  })
