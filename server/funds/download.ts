/**
 * Downloads in a new tab (checklist OFR-17): a session is sent on to a signed address, which needs no cookie and names its holder.
 * What the holder may open is asked again there, and the download is written down.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import type { Database } from '#server/database/open.ts'
import { attachment } from '#server/files/file-name.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { type Holder, holderOf, readHolder, readLink } from '#server/files/signed-link.ts'
import { type Principal, sessionOf } from '#server/http/principal.ts'
import { forbidden, notFound, Refusal, unauthenticated } from '#server/http/refusal.ts'
import { mayHaveLinks } from './proof-wire.ts'

export interface LinkQuery {
  until?: string | undefined
  holder?: string | undefined
  signature?: string | undefined
}

interface Stored {
  storage_key: string
  file_name: string
  content_type: string
}

export interface Download<Row extends Stored> {
  /** In the log: `proof_of_funds.download`. */
  subject: { kind: string; id: number }
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
  deps: { db: Database; files: FileStore; secret: string },
  { query, who, request, reply }: Asked,
  download: Download<Row>,
): Promise<FastifyReply> {
  const isSigned = query.signature !== undefined
  const holder = isSigned ? signedHolder(deps.secret, query, download) : sessionHolder(who)
  const row = await download.find()
  if (!row || !(await download.mayOpen(row, holder))) throw notFound()
  if (!isSigned) return reply.redirect(download.link(holder), FOUND)
  const bytes = await deps.files.get(row.storage_key)
  if (!bytes) throw notFound()
  await writeAudit(deps.db, {
    ...{ actor: actorOfHolder(holder), action: `${download.subject.kind}.download` },
    ...{ subject: download.subject, ip: request.ip },
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

/** Not the bearer of a messenger on somebody's page, nor somebody who looks at the account for its owner. */
function sessionHolder(who: Principal | null): Holder {
  if (!who) throw unauthenticated()
  if (!mayHaveLinks(who)) throw forbidden()
  return holderOf(who.kind === 'customer' ? sessionOf(who) : who)
}

function signedHolder(
  secret: string,
  query: LinkQuery,
  { signedSubject }: Pick<Download<Stored>, 'signedSubject'>,
) {
  const { until = '', signature = '' } = query
  const holder = readHolder(query.holder ?? '')
  if (!holder) throw foreignLink()
  const link = readLink(secret, { subject: signedSubject(holder), until, signature }, Date.now())
  if (link === 'foreign') throw foreignLink()
  if (link === 'expired') throw expiredLink()
  return holder
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
