/** Proof of funds (spec section 7; checklist OFR-14, OFR-17, PRO-07): handing in, list, details, deleting, opening. */
import type { FastifyInstance } from 'fastify'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { networkOf } from '#server/core/http/network.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { PAPER_TYPES } from '#server/providers/files/content-type.ts'
import { deleteFiles } from '#server/providers/files/delete-files.ts'
import { keepOnce, type Stored } from '#server/providers/files/keep-once.ts'
import { type ReceivedFile, receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import type { Holder } from '#server/providers/files/signed-link.ts'
import { uploadRef } from '#server/providers/files/upload-ref.ts'
import { FILE_MAX_BYTES, PROOFS_MAX } from '#shared/contract/limits.ts'
import {
  downloadProofOfFunds,
  listProofsOfFunds,
  removeProofOfFunds,
  updateProofOfFunds,
  uploadProofOfFunds,
} from '#shared/contract/proof-of-funds.ts'
import { answerDownload } from './download.ts'
import { accountOfHolder } from './holder-account.ts'
import { assumedValidity, checkDay, detailsOfForm } from './proof-details.ts'
import type { ProofOfFundsDeps } from './proof-of-funds-deps.ts'
import { proofLink, proofSubject, proofWire } from './proof-wire.ts'
import { lockProof, type ProofRow, proofById, proofByRef, proofsOf, usesOf, wasShownTo } from './proofs.ts'
import { removeProof } from './remove-proof.ts'

const FIELD = 'proof_file'

export function registerProofs(app: FastifyInstance, deps: ProofOfFundsDeps): void {
  const { db } = deps
  registerUploads(app, (scope) => registerProofUpload(scope, deps))

  serve(app, listProofsOfFunds, async ({ me }) => {
    const [rows, uses] = await Promise.all([proofsOf(db, me.id), usesOf(db, me.id)])
    return { data: rows.map((row) => proofWire(deps, row, { who: me, use: uses.get(row.id) ?? UNUSED })) }
  })

  serve(app, updateProofOfFunds, async ({ params, body, me }) => {
    checkDay(body.valid_until)
    const row = await setDetails(db, { customerId: me.id, proofId: params.proof }, body)
    if (!row) throw notFound()
    const uses = await usesOf(db, me.id)
    return { data: proofWire(deps, row, { who: me, use: uses.get(row.id) ?? UNUSED }) }
  })

  serve(app, removeProofOfFunds, async ({ params, me }) => {
    const key = await removeProof(db, { customerId: me.id, proofId: params.proof })
    await deleteFiles(deps, [key])
  })

  registerProofDownload(app, deps)
}

function registerProofUpload(scope: FastifyInstance, deps: ProofOfFundsDeps): void {
  const { db, parts, uploads } = deps
  serve(scope, uploadProofOfFunds, async ({ me, request }) => {
    await uploads.take(String(me.id))
    const file = await receiveFile(request, { field: FIELD, maxBytes: FILE_MAX_BYTES, types: PAPER_TYPES })
    const ref = uploadRef(file.fields)
    const details = detailsOfForm(file.fields)
    const row = await keepOnce(parts, {
      room: 'proofs',
      field: FIELD,
      bytes: file.bytes,
      contentType: file.contentType,
      find: () => proofByRef(db, me.id, ref),
      insert: (stored) =>
        insertProof(db, { customerId: me.id, ref, file, details, stored, nowMs: deps.nowMs() }),
    })
    return { data: proofWire(deps, row, { who: me, use: UNUSED }) }
  })
}

function registerProofDownload(app: FastifyInstance, deps: ProofOfFundsDeps): void {
  const { db, parts, secret, downloads } = deps
  serveSent(app, downloadProofOfFunds, async ({ params, query, me, request, reply }) => {
    await downloads.take(networkOf(request.ip))
    return answerDownload(
      { db, files: parts.files, secret, nowMs: deps.nowMs },
      { query, who: me, request, reply },
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
  stored: Stored
  nowMs: number
}

/** Null when there is one of that name. Throws 422 when the customer has `PROOFS_MAX`. */
async function insertProof(db: Database, proof: NewProof): Promise<ProofRow | null> {
  const { customerId, ref, file, details, stored, nowMs } = proof
  return db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const all = await proofsOf(trx, customerId)
    if (all.length >= PROOFS_MAX && !all.some((one) => one.ref === ref))
      throw invalid({ [FIELD]: [TOO_MANY] })
    const row = await trx
      .insertInto('proofs_of_funds')
      .values({
        customer_id: customerId,
        ref,
        storage_key: stored.storageKey,
        is_quarantined: stored.isQuarantined,
        file_name: file.fileName,
        content_type: file.contentType,
        size_bytes: file.bytes.length,
        amount_cents: details.amount_cents ?? null,
        bank: details.bank ?? null,
        valid_until: details.valid_until ?? assumedValidity(nowMs),
      })
      .onConflict((clash) => clash.columns(['customer_id', 'ref']).doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  })
}

const TOO_MANY = `You have ${PROOFS_MAX} proofs of funds, the most we keep. Delete one that no active offer uses, then try again.`

/** A review covers the file and its details: if the details change, it is reviewed again. By primary key. */
async function setDetails(
  db: Database,
  own: { customerId: number; proofId: number },
  details: ReturnType<typeof detailsOfForm>,
): Promise<ProofRow | null> {
  return db.transaction().execute(async (trx) => {
    const before = await lockProof(trx, own)
    if (before === null) return null
    const { amount_cents = before.amount_cents, valid_until = before.valid_until } = details
    const bank = details.bank === undefined ? before.bank : details.bank?.trim() || null
    const after = { amount_cents, valid_until, bank }
    const isChanged = Object.entries(after).some(([name, value]) => before[name as keyof ProofRow] !== value)
    const review = isChanged && before.review === 'approved' ? 'pending' : before.review
    return trx
      .updateTable('proofs_of_funds')
      .set({ ...after, review })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
