/** Proof of funds (spec section 7; checklist OFR-14, OFR-17, PRO-07): handing in, list, details, deleting, opening. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { PAPER_TYPES } from '#server/files/content-type.ts'
import { keepOnce } from '#server/files/keep-once.ts'
import { type ReceivedFile, receiveFile, registerUploads } from '#server/files/receive-file.ts'
import type { Holder } from '#server/files/signed-link.ts'
import { uploadRef } from '#server/files/upload-ref.ts'
import { networkOf } from '#server/http/network.ts'
import { sessionOf } from '#server/http/principal.ts'
import { notFound } from '#server/http/refusal.ts'
import { serve, serveSent } from '#server/http/serve.ts'
import {
  downloadProofOfFunds,
  listProofsOfFunds,
  removeProofOfFunds,
  updateProofOfFunds,
  uploadProofOfFunds,
} from '#shared/contract/funds.ts'
import { FILE_MAX_BYTES } from '#shared/contract/limits.ts'
import { answerDownload } from './download.ts'
import type { FundsDeps } from './funds-deps.ts'
import { accountOfHolder } from './holder-account.ts'
import { assumedValidity, checkDay, detailsOfForm } from './proof-details.ts'
import { proofLink, proofSubject, proofWire } from './proof-wire.ts'
import { type ProofRow, proofById, proofByRef, proofsOf, usesOf, wasShownTo } from './proofs.ts'
import { removeProof } from './remove-proof.ts'

const FIELD = 'proof_file'

export function registerProofs(app: FastifyInstance, deps: FundsDeps): void {
  const { db, parts } = deps
  registerUploads(app, (scope) => registerProofUpload(scope, deps))

  serve(app, listProofsOfFunds, async ({ who }) => {
    const me = sessionOf(who)
    const [rows, uses] = await Promise.all([proofsOf(db, me.id), usesOf(db, me.id)])
    return { data: rows.map((row) => proofWire(deps, row, { who: me, use: uses.get(row.id) ?? UNUSED })) }
  })

  serve(app, updateProofOfFunds, async ({ params, body, who }) => {
    const me = sessionOf(who)
    checkDay(body.valid_until)
    const row = await setDetails(db, { customerId: me.id, proofId: params.proof }, body)
    if (!row) throw notFound()
    const uses = await usesOf(db, me.id)
    return { data: proofWire(deps, row, { who: me, use: uses.get(row.id) ?? UNUSED }) }
  })

  serve(app, removeProofOfFunds, async ({ params, who }) => {
    const me = sessionOf(who)
    const key = await removeProof(db, { customerId: me.id, proofId: params.proof }, new Date())
    await parts.files.delete(key)
  })

  registerProofDownload(app, deps)
}

function registerProofUpload(scope: FastifyInstance, deps: FundsDeps): void {
  const { db, parts, uploads } = deps
  serve(scope, uploadProofOfFunds, async ({ who, request }) => {
    const me = sessionOf(who)
    uploads.take(String(me.id))
    const file = await receiveFile(request, { field: FIELD, maxBytes: FILE_MAX_BYTES, types: PAPER_TYPES })
    const ref = uploadRef(file.fields)
    const details = detailsOfForm(file.fields)
    const row = await keepOnce(parts, {
      ...{ room: 'proofs', field: FIELD, bytes: file.bytes, contentType: file.contentType },
      find: () => proofByRef(db, me.id, ref),
      insert: (storageKey) => insertProof(db, { customerId: me.id, ref, file, details, storageKey }),
    })
    return { data: proofWire(deps, row, { who: me, use: UNUSED }) }
  })
}

function registerProofDownload(app: FastifyInstance, deps: FundsDeps): void {
  const { db, parts, secret, downloads } = deps
  serveSent(app, downloadProofOfFunds, async ({ params, query, who, request, reply }) => {
    downloads.take(networkOf(request.ip))
    return answerDownload(
      { db, files: parts.files, secret },
      { query, who, request, reply },
      {
        subject: { kind: 'proof_of_funds', id: params.proof },
        find: () => proofById(db, params.proof),
        mayOpen: (row, holder) => mayOpen(db, row, holder),
        link: (holder) => proofLink(deps, params.proof, holder),
        signedSubject: (holder) => proofSubject(params.proof, holder),
      },
    )
  })
}

/** Its owner, and the sellers it was shown to with an offer. */
async function mayOpen(db: Database, row: ProofRow, holder: Holder): Promise<boolean> {
  if (holder.kind === 'customer') return holder.id === row.customer_id
  const accountId = await accountOfHolder(db, holder)
  return accountId !== null && wasShownTo(db, row.id, accountId)
}

const UNUSED = { offerIds: [], isInUse: false }

interface NewProof {
  customerId: number
  ref: string
  file: ReceivedFile
  details: ReturnType<typeof detailsOfForm>
  storageKey: string
}

/** Null when there is one of that name. */
async function insertProof(
  db: Database,
  { customerId, ref, file, details, storageKey }: NewProof,
): Promise<ProofRow | null> {
  const row = await db
    .insertInto('proofs_of_funds')
    .values({
      ...{ customer_id: customerId, ref, storage_key: storageKey },
      ...{ file_name: file.fileName, content_type: file.contentType, size_bytes: file.bytes.length },
      ...{ amount_cents: details.amount_cents ?? null, bank: details.bank ?? null },
      valid_until: details.valid_until ?? assumedValidity(Date.now()),
    })
    .onConflict((clash) => clash.columns(['customer_id', 'ref']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** By primary key. */
async function setDetails(
  db: Database,
  own: { customerId: number; proofId: number },
  details: ReturnType<typeof detailsOfForm>,
): Promise<ProofRow | null> {
  const { amount_cents: amount, bank, valid_until: validUntil } = details
  const row = await db
    .updateTable('proofs_of_funds')
    .set({
      // At least one column, so that a call that changes nothing answers with what there is.
      customer_id: own.customerId,
      ...(amount === undefined ? {} : { amount_cents: amount }),
      ...(bank === undefined ? {} : { bank: bank?.trim() || null }),
      ...(validUntil === undefined ? {} : { valid_until: validUntil }),
    })
    .where('id', '=', own.proofId)
    .where('customer_id', '=', own.customerId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
