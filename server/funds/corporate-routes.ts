/** Documents of the buying entity (spec section 7; checklist OFR-15): added to an offer, taken back, opened by both sides. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#server/database/open.ts'
import { PAPER_TYPES } from '#server/files/content-type.ts'
import { keepOnce } from '#server/files/keep-once.ts'
import { type ReceivedFile, receiveFile, registerUploads } from '#server/files/receive-file.ts'
import type { Holder } from '#server/files/signed-link.ts'
import { uploadRef } from '#server/files/upload-ref.ts'
import { networkOf } from '#server/http/network.ts'
import { type CustomerPrincipal, sessionOf } from '#server/http/principal.ts'
import { conflict, invalid, notFound } from '#server/http/refusal.ts'
import { serve, serveSent } from '#server/http/serve.ts'
import { cleanTexts } from '#server/http/storable.ts'
import { offerParties } from '#server/offers/access.ts'
import {
  CORPORATE_DOCUMENT_TYPES,
  type CorporateDocumentType,
  downloadCorporateDocument,
  removeCorporateDocument,
  uploadCorporateDocument,
} from '#shared/contract/funds.ts'
import { CORPORATE_DOCUMENTS_MAX, FILE_MAX_BYTES } from '#shared/contract/limits.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'
import {
  type CorporateDocumentRow,
  corporateDocumentById,
  corporateDocumentByRef,
  corporateDocumentsOf,
} from './corporate-documents.ts'
import { answerDownload } from './download.ts'
import type { FundsDeps } from './funds-deps.ts'
import { accountOfHolder } from './holder-account.ts'
import { corporateDocumentLink, corporateDocumentSubject, corporateDocumentWire } from './proof-wire.ts'

const FIELD = 'document_file'
const TITLE_MAX_LENGTH = 120
/** While something may still come of the offer. */
const TAKES_DOCUMENTS: readonly string[] = ['draft', ...ACTIVE_STATES]
/** What a contract was made on is not taken back. */
const GIVES_BACK: readonly string[] = ['draft', 'submitted', 'countered', 'countered_by_buyer']

export function registerCorporateDocuments(app: FastifyInstance, deps: FundsDeps): void {
  const { db, parts, secret, downloads } = deps
  registerUploads(app, (scope) => registerDocumentUpload(scope, deps))

  serve(app, removeCorporateDocument, async ({ params, who }) => {
    const state = await ownOfferState(db, sessionOf(who), params.offer)
    const row = await corporateDocumentById(db, { offerId: params.offer, documentId: params.document })
    if (!row) throw notFound()
    if (!GIVES_BACK.includes(state))
      throw conflict('The offer is not open any more, so its documents stay with it.')
    await db.deleteFrom('corporate_documents').where('id', '=', row.id).execute()
    await parts.files.delete(row.storage_key)
  })

  serveSent(app, downloadCorporateDocument, async ({ params, query, who, request, reply }) => {
    downloads.take(networkOf(request.ip))
    const id = params.document
    return answerDownload(
      { db, files: parts.files, secret },
      { query, who, request, reply },
      {
        subject: { kind: 'corporate_document', id },
        find: () => corporateDocumentById(db, { offerId: params.offer, documentId: id }),
        mayOpen: (row, holder) => mayOpen(db, row, holder),
        link: (holder) => corporateDocumentLink(deps, { id, offer_id: params.offer }, holder),
        signedSubject: (holder) => corporateDocumentSubject(id, holder),
      },
    )
  })
}

function registerDocumentUpload(scope: FastifyInstance, deps: FundsDeps): void {
  const { db, parts, uploads } = deps
  serve(scope, uploadCorporateDocument, async ({ params, who, request }) => {
    const me = sessionOf(who)
    const state = await ownOfferState(db, me, params.offer)
    if (!TAKES_DOCUMENTS.includes(state))
      throw conflict('This offer has ended. Documents can be added to a draft or to an active offer.')
    uploads.take(String(me.id))
    const file = await receiveFile(request, { field: FIELD, maxBytes: FILE_MAX_BYTES, types: PAPER_TYPES })
    const ref = uploadRef(file.fields)
    const about = aboutOf(file, params.offer)
    const find = () => corporateDocumentByRef(db, params.offer, ref)
    if (!(await find())) await refuseTooMany(db, params.offer)
    const row = await keepOnce(parts, {
      ...{ room: 'corporate', field: FIELD, bytes: file.bytes, contentType: file.contentType },
      find,
      insert: (storageKey) => insertDocument(db, { offerId: params.offer, ref, file, about, storageKey }),
    })
    return { data: corporateDocumentWire(deps, row, { who: me }) }
  })
}

/** Of the customer's own offer. Throws 404 otherwise. */
async function ownOfferState(db: Database, me: CustomerPrincipal, offerId: number): Promise<string> {
  const offer = await offerParties(db, offerId)
  if (offer?.customer_id !== me.id) throw notFound()
  return offer.state
}

/** The buyer, and the account whose deal it is once the offer was sent. */
async function mayOpen(db: Database, row: CorporateDocumentRow, holder: Holder): Promise<boolean> {
  const offer = await offerParties(db, row.offer_id)
  if (!offer) return false
  if (holder.kind === 'customer') return offer.customer_id === holder.id
  return offer.state !== 'draft' && offer.account_id === (await accountOfHolder(db, holder))
}

interface About {
  type: CorporateDocumentType
  title: string
}

/** What the form says of the file. The offer stands in the address; a form that names another is mistaken. */
function aboutOf({ fields, fileName }: ReceivedFile, offerId: number): About {
  const given = { type: fields.type ?? 'other', title: fields.title?.trim() || fileName }
  cleanTexts(given)
  const type = z.safeParse(z.enum(CORPORATE_DOCUMENT_TYPES), given.type)
  const errors = {
    ...(type.success ? {} : { type: ['Choose what kind of document this is.'] }),
    ...(given.title.length > TITLE_MAX_LENGTH ? { title: [`At most ${TITLE_MAX_LENGTH} characters.`] } : {}),
    ...(fields.offer_id && fields.offer_id !== String(offerId)
      ? { offer_id: ['This is another offer.'] }
      : {}),
  }
  if (!type.success || Object.keys(errors).length > 0) throw invalid(errors)
  return { type: type.data, title: given.title }
}

async function refuseTooMany(db: Database, offerId: number): Promise<void> {
  const { length } = await corporateDocumentsOf(db, [offerId])
  if (length >= CORPORATE_DOCUMENTS_MAX)
    throw conflict(`An offer takes ${CORPORATE_DOCUMENTS_MAX} documents. Remove one first.`)
}

interface NewDocument {
  offerId: number
  ref: string
  file: ReceivedFile
  about: About
  storageKey: string
}

/** Null when there is one of that name. */
async function insertDocument(
  db: Database,
  { offerId, ref, file, about, storageKey }: NewDocument,
): Promise<CorporateDocumentRow | null> {
  const row = await db
    .insertInto('corporate_documents')
    .values({
      ...{ offer_id: offerId, ref, storage_key: storageKey, ...about },
      ...{ file_name: file.fileName, content_type: file.contentType, size_bytes: file.bytes.length },
    })
    .onConflict((clash) => clash.columns(['offer_id', 'ref']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
