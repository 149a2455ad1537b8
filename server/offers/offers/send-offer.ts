/**
 * Sends an offer: a new one, a draft, or an expired one again. Everything that is asked of the buyer is asked in one transaction
 * behind the lock on the deposit, so that two tabs, or fifty, cannot pass the limit together (checklist OFR-01, T-18).
 */
import type { Transaction } from 'kysely'
import type { PropertyRow, Schema } from '#server/core/database/schema.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { lockCurrentDeposit } from '#server/payments/deposits.ts'
import { readSettings, type Settings } from '#server/site/settings/settings.ts'
import type { DraftTerms, OfferTerms } from '#shared/contract/offer-terms.ts'
import { formatMoney } from '#shared/format/money.ts'
import { expiresAtMs } from '#shared/rules/offers/offer-clock.ts'
import { gateRefusal } from '#shared/rules/offers/offer-gate.ts'
import { ACTIVE_STATES } from '#shared/rules/offers/offer-graph.ts'
import { mergeTerms } from '#shared/rules/offers/terms.ts'
import { takenOffer } from './deal-effects.ts'
import { writeDraft } from './draft.ts'
import { gateFacts } from './gate.ts'
import { amountOf } from './notify.ts'
import type { OfferRow } from './offer-row.ts'
import type { PendingEffects } from './pending-effects.ts'
import { offerExists, offersPaused } from './refusals.ts'
import { snapshotOf } from './snapshot.ts'
import { buyerName, requireOwnProof, requireTerms } from './validate-input.ts'
import { type Mover, writeMove } from './write-move.ts'

/** What the buyer saw; undefined when the client does not say. */
export interface Seen {
  expectedPrice?: number | null | undefined
  expectedFee?: number | undefined
}

export interface NewOffer extends Seen {
  customerId: number
  propertyId: number
  terms: DraftTerms
  proofId: number | null | undefined
  idempotency: Keyed | null
  ip: string | null
  nowMs: number
}

/** What identifies a repeat of the call: its key, and a digest of its content. */
interface Keyed {
  key: string
  terms: string | null
}

/** A new offer, or the draft on this deal sent. Returns its id; of a repeat with the same key, the first one's. */
export async function sendNewOffer(
  trx: Transaction<Schema>,
  wanted: NewOffer,
  pendingEffects: PendingEffects,
): Promise<number> {
  const deposit = await lockCurrentDeposit(trx, wanted.customerId)
  const first = await firstWithKey(trx, wanted)
  if (first !== null) return first
  const draft = await writeDraft(trx, wanted)
  return send(trx, { draft, ...wanted, kind: 'submit', hasDeposit: deposit !== null }, pendingEffects)
}

export interface OldOffer extends Seen {
  customerId: number
  /** Locked, after the deposit. */
  row: OfferRow
  terms: DraftTerms
  proofId: number | null | undefined
  kind: 'submit' | 'resend'
  hasDeposit: boolean
  ip: string | null
  nowMs: number
}

export const sendOldOffer = (
  trx: Transaction<Schema>,
  { row, terms, proofId, ...wanted }: OldOffer,
  pendingEffects: PendingEffects,
): Promise<number> => {
  const draft: OfferRow = {
    ...row,
    terms: mergeTerms(row.terms, terms) as OfferRow['terms'],
    proof_id: proofId === undefined ? row.proof_id : proofId,
  }
  const { idempotency_key: key, idempotency_terms: digest } = row
  return send(
    trx,
    { ...wanted, draft, idempotency: key === null ? null : { key, terms: digest } },
    pendingEffects,
  )
}

interface Sending extends Seen {
  draft: OfferRow
  customerId: number
  kind: 'submit' | 'resend'
  hasDeposit: boolean
  idempotency: Keyed | null
  ip: string | null
  nowMs: number
}

async function send(
  trx: Transaction<Schema>,
  sending: Sending,
  pendingEffects: PendingEffects,
): Promise<number> {
  const { draft, customerId, kind, nowMs } = sending
  const settings = await readSettings(trx)
  if (!settings.takesOffers) throw offersPaused()
  await requireOwnProof(trx, customerId, draft.proof_id)
  const deal = await lockDeal(trx, draft.property_id)
  await requireGate(trx, sending, { deal, settings })
  const terms = requireTerms(draft.terms, nowMs)
  const buyer = await buyerName(trx, customerId, terms.entity_id)
  refuseChanged(sending, deal, settings)
  const isBackup = (await takenOffer(trx, deal.id)) !== undefined
  const patch = { ...sentPatch(sending, { deal, settings, terms, buyer }), is_backup: isBackup }
  const by: Mover = { side: 'buyer', actor: { kind: 'customer', id: customerId }, ip: sending.ip }
  const note = terms.note.trim() || null
  const { id } = await writeMove(trx, { before: draft, kind, by, patch, note, nowMs }, pendingEffects)
  return id
}

interface Found {
  deal: PropertyRow
  settings: Settings
}

function sentPatch(
  { draft, idempotency, nowMs }: Sending,
  { deal, settings, terms, buyer }: Found & { terms: OfferTerms; buyer: string },
) {
  const expiresMs = expiresAtMs('submitted', terms, nowMs)
  return {
    state: 'submitted' as const,
    terms,
    buyer,
    price_cents: terms.price_cents,
    proof_id: draft.proof_id,
    snapshot: snapshotOf(deal, nowMs),
    platform_fee_cents: settings.platformFeeCents,
    submitted_at: new Date(nowMs),
    decided_at: null,
    reminded_at: null,
    idempotency_key: idempotency?.key ?? null,
    idempotency_terms: idempotency?.terms ?? null,
    expires_at: expiresMs === null ? null : new Date(expiresMs),
  }
}

/** A seller who changes it now waits for us, and sees this offer then. By primary key. */
async function lockDeal(trx: Transaction<Schema>, id: number): Promise<PropertyRow> {
  const row = await trx
    .selectFrom('properties')
    .selectAll()
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function requireGate(
  trx: Transaction<Schema>,
  { draft, customerId, hasDeposit, nowMs }: Sending,
  { deal, settings }: Found,
): Promise<void> {
  const active = await activeOfferOn(trx, customerId, deal.id)
  if (active) throw offerExists(active)
  const asked = { customerId, deal, hasDeposit, settings, nowMs, offerId: draft.id, proofId: draft.proof_id }
  const refusal = gateRefusal(await gateFacts(trx, asked))
  if (refusal) throw new Refusal(409, refusal)
}

/** By offers_property. */
export const activeOfferOn = (trx: Transaction<Schema>, customerId: number, propertyId: number) =>
  trx
    .selectFrom('offers')
    .select(['id', 'state'])
    .where('property_id', '=', propertyId)
    .where('customer_id', '=', customerId)
    .where('state', 'in', ACTIVE_STATES)
    .executeTakeFirst()

function refuseChanged({ expectedPrice, expectedFee }: Seen, deal: PropertyRow, settings: Settings): void {
  const errors: Record<string, string[]> = {}
  if (expectedPrice !== undefined && expectedPrice !== deal.price)
    errors.expected_price = [
      deal.price === null
        ? 'The deal has no asking price now.'
        : `The asking price is ${formatMoney(deal.price)} now.`,
    ]
  const fee = amountOf(settings.platformFeeCents) ?? 0
  if (expectedFee !== undefined && expectedFee !== fee)
    errors.expected_fee = [`The platform fee is ${formatMoney(fee)} now.`]
  const words = Object.values(errors).flat()
  if (words.length === 0) return
  const message = `${words.join(' ')} Look at your offer again, then send it.`
  throw new Refusal(409, { message, code: 'changed', errors })
}

/** By offers_idempotency. */
async function firstWithKey(
  trx: Transaction<Schema>,
  { customerId, propertyId, idempotency }: NewOffer,
): Promise<number | null> {
  if (idempotency === null) return null
  const row = await trx
    .selectFrom('offers')
    .select(['id', 'property_id', 'idempotency_terms'])
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', idempotency.key)
    .executeTakeFirst()
  if (!row) return null
  // An offer from before terms were stored is known only by its deal.
  refuseOtherTerms(
    row.property_id === propertyId && (row.idempotency_terms ?? idempotency.terms) === idempotency.terms,
  )
  return row.id
}
