/** Files of an offer (spec section 7; checklist OFR-15, OFR-40): documents of the buying entity, and those of a step from both sides. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#server/core/database/open.ts'
import { networkOf } from '#server/core/http/network.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { cleanTexts } from '#server/core/http/storable.ts'
import { mayReadOffer, offerParties } from '#server/offers/offers/access.ts'
import { notifyOffer } from '#server/offers/offers/notify.ts'
import { offerRow } from '#server/offers/offers/offer-row.ts'
import { PAPER_TYPES } from '#server/providers/files/content-type.ts'
import { deleteFiles, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { keepOnce, type Stored } from '#server/providers/files/keep-once.ts'
import { type ReceivedFile, receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import type { Holder } from '#server/providers/files/signed-link.ts'
import { uploadRef } from '#server/providers/files/upload-ref.ts'
import { CORPORATE_DOCUMENTS_MAX, FILE_MAX_BYTES } from '#shared/contract/limits.ts'
import { OFFER_STEPS, type OfferStep } from '#shared/contract/offers.ts'
import {
  CORPORATE_DOCUMENT_TYPES,
  type CorporateDocumentType,
  downloadCorporateDocument,
  removeCorporateDocument,
  uploadCorporateDocument,
} from '#shared/contract/proof-of-funds.ts'
import { sellerAddStepFile } from '#shared/contract/seller-offers.ts'
import { ACTIVE_STATES, BOUND } from '#shared/rules/offers/offer-graph.ts'
import {
  type CorporateDocumentRow,
  corporateDocumentById,
  corporateDocumentByRef,
  corporateDocumentsOf,
} from './corporate-documents.ts'
import { answerDownload } from './download.ts'
import { accountOfHolder } from './holder-account.ts'
import type { ProofOfFundsDeps } from './proof-of-funds-deps.ts'
import { corporateDocumentLink, corporateDocumentSubject, corporateDocumentWire } from './proof-wire.ts'

const FIELD = 'document_file'
const TITLE_MAX_LENGTH = 120
/** While something may still come of the offer. */
const TAKES_DOCUMENTS: readonly string[] = ['draft', ...ACTIVE_STATES]
/** While a seller's files of a step come. */
const TAKES_STEP_FILES: readonly string[] = BOUND
/** What a contract was made on is not taken back. */
const GIVES_BACK: readonly string[] = ['draft', 'submitted', 'countered', 'countered_by_buyer']

export function registerCorporateDocuments(app: FastifyInstance, deps: ProofOfFundsDeps): void {
  const { db, parts, secret, downloads } = deps
  registerUploads(app, (scope) => registerDocumentUpload(scope, deps))

  serve(app, removeCorporateDocument, async ({ params, me }) => {
    const state = await ownOfferState(db, me, params.offer)
    const row = await corporateDocumentById(db, { offerId: params.offer, documentId: params.document })
    if (!row) throw notFound()
    if (!GIVES_BACK.includes(state))
      throw conflict('This offer is no longer open, so its documents cannot be removed.')
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('corporate_documents').where('id', '=', row.id).execute()
      await queueFileDeletions(trx, [row.storage_key])
    })
    await deleteFiles(deps, [row.storage_key])
  })

  serveSent(app, downloadCorporateDocument, async ({ params, query, me, request, reply }) => {
    await downloads.take(networkOf(request.ip))
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

function registerDocumentUpload(scope: FastifyInstance, deps: ProofOfFundsDeps): void {
  const { db, uploads } = deps
  serve(scope, uploadCorporateDocument, async ({ params, me, request }) => {
    const state = await ownOfferState(db, me, params.offer)
    if (!TAKES_DOCUMENTS.includes(state))
      throw conflict('This offer has ended. Documents can be added to a draft or to an active offer.')
    await uploads.take(String(me.id))
    const row = await takeDocument(deps, { request, offerId: params.offer, isFromSeller: false })
    return { data: corporateDocumentWire(deps, row, { who: me }) }
  })

  serve(scope, sellerAddStepFile, async ({ params, me, request }) => {
    const offer = await offerParties(db, params.offer)
    if (!offer || !mayReadOffer(me, offer)) throw notFound()
    if (!TAKES_STEP_FILES.includes(offer.state))
      throw conflict('Files can be added while a confirmed offer is on its way to closing.')
    await uploads.take(`account ${me.accountId}`)
    const row = await takeDocument(deps, { request, offerId: params.offer, isFromSeller: true })
    return { data: corporateDocumentWire(deps, row, { who: me }) }
  })
}

interface Incoming {
  request: FastifyRequest
  offerId: number
  isFromSeller: boolean
}

/** The buyer's or the seller's; both sides hear of it. */
async function takeDocument(
  deps: ProofOfFundsDeps,
  { request, offerId, isFromSeller }: Incoming,
): Promise<CorporateDocumentRow> {
  const { db, parts } = deps
  const file = await receiveFile(request, { field: FIELD, maxBytes: FILE_MAX_BYTES, types: PAPER_TYPES })
  const ref = uploadRef(file.fields)
  const about = { ...aboutOf(file, offerId), is_from_seller: isFromSeller }
  if (isFromSeller && about.step === null)
    throw invalid({ step: [`Name the step of the file: ${OFFER_STEPS.join(', ')}.`] })
  const find = () => corporateDocumentByRef(db, offerId, ref)
  if (!(await find())) await refuseTooMany(db, offerId, isFromSeller)
  const row = await keepOnce(parts, {
    room: 'corporate',
    field: FIELD,
    bytes: file.bytes,
    contentType: file.contentType,
    find,
    insert: (stored) => insertDocument(db, { offerId, ref, file, about, stored }),
  })
  const offer = await offerRow(db, offerId)
  if (offer) await notifyOffer(deps, offer)
  return row
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

/** Each side has as many. */
async function refuseTooMany(db: Database, offerId: number, isFromSeller: boolean): Promise<void> {
  const all = await corporateDocumentsOf(db, [offerId])
  if (all.filter((row) => row.is_from_seller === isFromSeller).length < CORPORATE_DOCUMENTS_MAX) return
  const most = `An offer takes ${CORPORATE_DOCUMENTS_MAX} documents from each side.`
  throw conflict(isFromSeller ? most : `${most} Remove one first.`)
}

interface NewDocument {
  offerId: number
  ref: string
  file: ReceivedFile
  about: About & { is_from_seller: boolean }
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
      offer_id: offerId,
      ref,
      ...about,
      storage_key: stored.storageKey,
      is_quarantined: stored.isQuarantined,
      file_name: file.fileName,
      content_type: file.contentType,
      size_bytes: file.bytes.length,
    })
    .onConflict((clash) => clash.columns(['offer_id', 'ref']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
