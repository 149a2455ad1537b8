/** Documents of the buying entity (spec section 7; checklist OFR-15): added to an offer, taken back, opened by both sides. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#server/core/database/open.ts'
import { networkOf } from '#server/core/http/network.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { cleanTexts } from '#server/core/http/storable.ts'
import { offerParties } from '#server/offers/offers/access.ts'
import { offerRow } from '#server/offers/offers/offer-row.ts'
import { tellOffer } from '#server/offers/offers/tell.ts'
import { PAPER_TYPES } from '#server/providers/files/content-type.ts'
import { deleteFiles, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { keepOnce, type Stored } from '#server/providers/files/keep-once.ts'
import { type ReceivedFile, receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import type { Holder } from '#server/providers/files/signed-link.ts'
import { uploadRef } from '#server/providers/files/upload-ref.ts'
import {
  CORPORATE_DOCUMENT_TYPES,
  type CorporateDocumentType,
  downloadCorporateDocument,
  removeCorporateDocument,
  uploadCorporateDocument,
} from '#shared/contract/funds.ts'
import { CORPORATE_DOCUMENTS_MAX, FILE_MAX_BYTES } from '#shared/contract/limits.ts'
import { OFFER_STEPS, type OfferStep } from '#shared/contract/offers.ts'
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

  serve(app, removeCorporateDocument, async ({ params, me }) => {
    const state = await ownOfferState(db, me, params.offer)
    const row = await corporateDocumentById(db, { offerId: params.offer, documentId: params.document })
    if (!row) throw notFound()
    if (!GIVES_BACK.includes(state))
      throw conflict('The offer is not open any more, so its documents stay with it.')
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('corporate_documents').where('id', '=', row.id).execute()
      await queueFileDeletions(trx, [row.storage_key])
    })
    await deleteFiles(deps, [row.storage_key])
  })

  serveSent(app, downloadCorporateDocument, async ({ params, query, me, request, reply }) => {
    downloads.take(networkOf(request.ip))
    const id = params.document
    return answerDownload(
      { db, files: parts.files, secret, nowMs: deps.nowMs },
      { query, who: me, request, reply },
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
  serve(scope, uploadCorporateDocument, async ({ params, me, request }) => {
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
      insert: (stored) => insertDocument(db, { offerId: params.offer, ref, file, about, stored }),
    })
    const offer = await offerRow(db, params.offer)
    if (offer) await tellOffer(deps, offer)
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
  step: OfferStep | null
}

/** What the form says of the file. The offer stands in the address; a form that names another is mistaken. */
function aboutOf({ fields, fileName }: ReceivedFile, offerId: number): About {
  const given = { type: fields.type ?? 'other', title: fields.title?.trim() || fileName }
  cleanTexts(given)
  const type = z.safeParse(z.enum(CORPORATE_DOCUMENT_TYPES), given.type)
  const step = z.safeParse(z.nullable(z.enum(OFFER_STEPS)), fields.step || null)
  const errors = {
    ...(step.success ? {} : { step: [`It is one of ${OFFER_STEPS.join(', ')}.`] }),
    ...(type.success ? {} : { type: ['Choose what kind of document this is.'] }),
    ...(given.title.length > TITLE_MAX_LENGTH ? { title: [`At most ${TITLE_MAX_LENGTH} characters.`] } : {}),
    ...(fields.offer_id && fields.offer_id !== String(offerId)
      ? { offer_id: ['This is another offer.'] }
      : {}),
  }
  if (!type.success || !step.success || Object.keys(errors).length > 0) throw invalid(errors)
  return { type: type.data, title: given.title, step: step.data }
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
  stored: Stored
}

/** Null when there is one of that name. */
async function insertDocument(
  db: Database,
  { offerId, ref, file, about, stored }: NewDocument,
): Promise<CorporateDocumentRow | null> {
  const row = await db
    .insertInto('corporate_documents')
    .values({
      ...{ offer_id: offerId, ref, ...about },
      ...{ storage_key: stored.storageKey, is_quarantined: stored.isQuarantined },
      ...{ file_name: file.fileName, content_type: file.contentType, size_bytes: file.bytes.length },
    })
    .onConflict((clash) => clash.columns(['offer_id', 'ref']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
