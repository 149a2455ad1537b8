/** Downloads of documents. Not in the contract, because what they answer is a file; refusals are as everywhere. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import { networkOf } from '#server/core/http/network.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { notFound, onlyLooking, quarantined, Refusal } from '#server/core/http/refusal.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { DOCUMENTS_PER_MINUTE } from '#shared/contract/limits.ts'
import { hasAddressOf, isOwn, isTakenDown, maySee } from './deal-access.ts'
import { isOpen, readerOf } from './document-gate.ts'
import { DOCUMENT_ROUTE, readDocumentLink } from './document-link.ts'
import { fileNameOf, gateFor, servedType } from './documents.ts'
import { dealRow } from './queries.ts'

interface Asked {
  Params: { document: string; file: string }
  Querystring: { until?: string; signature?: string }
}

export function registerDocuments(app: FastifyInstance, deps: RoomDeps): void {
  const downloads = app.createThrottle('deal-documents', DOCUMENTS_PER_MINUTE, MINUTE_MS)
  app.get<Asked>(DOCUMENT_ROUTE, { schema: { hide: true } }, async (request, reply) => {
    await downloads.take(networkOf(request.ip))
    const caller = await app.authenticator.identify(request)
    const isReader = caller?.scope === 'session' || caller?.scope === 'desk'
    // Staff who look at a buyer's account see what the buyer sees, and open no files.
    if (caller?.scope === 'view') throw onlyLooking()
    const who = isReader ? caller : null
    const documentId = documentIdOf(deps, request, who)
    const document = await documentFor(deps.db, documentId, who)
    const bytes = await deps.parts.files.get(document.storage_key)
    if (!bytes) throw notFound()
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `attachment; filename="${fileNameOf(document)}"`)
      .header('X-Content-Type-Options', 'nosniff')
      .type(servedType(document.content_type))
      .send(Buffer.from(bytes))
  })
}

/** Throws unless the link is ours, this caller's and not too old. */
function documentIdOf(
  { secret, nowMs }: Pick<RoomDeps, 'secret' | 'nowMs'>,
  { params, query }: Pick<FastifyRequest<Asked>, 'params' | 'query'>,
  who: Principal | null,
): number {
  if (!/^[1-9]\d{0,15}$/.test(params.document)) throw notFound()
  const documentId = Number(params.document)
  const { until, signature } = query
  if (typeof until !== 'string' || typeof signature !== 'string') throw foreignLink()
  const link = readDocumentLink(secret, { documentId, who, until, signature }, nowMs())
  if (link === 'foreign') throw foreignLink()
  if (link === 'expired') throw expiredLink()
  return documentId
}

/** Throws when what opened the document to the caller has been taken back since the link was made. */
async function documentFor(db: Database, documentId: number, who: Principal | null) {
  const document = await documentById(db, documentId)
  const row = document && (await dealRow(db, document.property_id))
  // A link is only made on a page that its holder may see, so a draft's needs no second look at its hash.
  if (!document || !row || !maySee(row, who, row.preview_hash ?? undefined)) throw notFound()
  if (isTakenDown(row) && !isOwn(row, who)) throw notFound()
  const hasAddress = await hasAddressOf(db, row, who)
  const reader = await readerOf(db, who, { accountId: row.account_id, hasAddress })
  if (!isOpen(gateFor(document.gate, hasAddress), reader)) throw closed()
  if (document.is_quarantined) throw quarantined()
  return document
}

const foreignLink = () =>
  new Refusal(403, {
    message: 'This link was made for somebody else. Open the deal’s page and download the document there.',
    code: 'foreign_link',
  })

const expiredLink = () =>
  new Refusal(410, {
    message: 'This link has expired. Open the deal’s page again for a new one.',
    code: 'expired_link',
  })

const closed = () =>
  new Refusal(403, {
    message: 'You no longer have access to this document. The deal’s page says how to get access.',
    code: 'closed_document',
  })

/** By primary key. */
const documentById = (db: Database, id: number) =>
  db.selectFrom('property_documents').selectAll().where('id', '=', id).executeTakeFirst()
