/**
 * A move of the buyer, the seller or the clock on an offer that was sent. The graph says whether it is allowed and where it leads;
 * here stands what else it changes. Locks are taken in one order: all deals, the offer, its buyer's money, the chat, its deal.
 */
import type { Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { lockDeals } from '#server/deals/list/bump-revision.ts'
import { refundPlatformFee } from '#server/payments/fees.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import type { OfferMoveKind, OfferState } from '#shared/contract/offers.ts'
import { expiresAtMs, isOverdue } from '#shared/rules/offers/offer-clock.ts'
import { nextState } from '#shared/rules/offers/offer-graph.ts'
import { mergeTerms } from '#shared/rules/offers/terms.ts'
import { freeDeal, isSuspended, sellDeal, takeDeal, takenOffer } from './deal-effects.ts'
import { lockOffer, type OfferRow } from './offer-row.ts'
import type { PendingEffects } from './pending-effects.ts'
import { companyAway, dealTaken, notNow, stale } from './refusals.ts'
import { finishStep, planSteps } from './steps.ts'
import { buyerName, requireOwnProof, requireTerms } from './validate-input.ts'
import { type Mover, type MoveToWrite, writeMove } from './write-move.ts'

export interface Move {
  offerId: number
  /** Whose offer it must be: anybody else's does not exist. */
  isOwn: (row: OfferRow) => boolean
  by: Mover
  kind: OfferMoveKind
  /** The one that was seen; the clock has not looked. */
  version?: number
  terms?: DraftTerms | undefined
  proofId?: number | null | undefined
  reason?: string | null | undefined
  nowMs: number
}

/** Kinds that may change the deal: they wait for everybody else who does. */
const CHANGES_DEAL: readonly OfferMoveKind[] = ['accept', 'close', 'fall_through', 'expire']

/** Kinds that need an answer, or bind both: not with a company that does no business. */
const IS_BUSINESS: readonly OfferMoveKind[] = ['revise', 'counter', 'accept']

/** Throws 404, or 409 with where the offer stands. */
export async function moveOffer(
  trx: Transaction<Schema>,
  move: Move,
  pendingEffects: PendingEffects,
): Promise<OfferRow> {
  if (CHANGES_DEAL.includes(move.kind)) await lockDeals(trx)
  const before = await lockOffer(trx, move.offerId)
  if (!before || !move.isOwn(before)) throw notFound()
  const to = allowedState(before, move)
  if (IS_BUSINESS.includes(move.kind) && (await isSuspended(trx, before.account_id)))
    throw companyAway(before)
  if (move.kind === 'accept' && (await takenOffer(trx, before.property_id))) throw dealTaken(before)
  const patch = await patchOf(trx, before, { ...move, to })
  const { kind, by, nowMs } = move
  const note = noteOf(move)
  // Before the thread is locked, as a confirmation of the same two does it.
  if (kind === 'fall_through') await refundPlatformFee(trx, { offerId: before.id })
  const after = await writeMove(trx, { before, kind, by, patch, note, nowMs }, pendingEffects)
  await followUp(trx, { before, after, move }, pendingEffects)
  return after
}

function allowedState(before: OfferRow, { by, kind, version, nowMs }: Move): OfferState {
  const to = nextState(before.state, by.side, kind)
  if (to === null) throw notNow(before)
  if (version !== undefined && version !== before.version) throw stale(before)
  if (by.side !== 'system' && isOverdue(before.state, before.expires_at?.getTime() ?? null, nowMs))
    throw notNow({ state: 'expired' })
  if (kind === 'request_release' && before.release_requested_at) throw notNow(before)
  if (kind === 'refuse_release' && !before.release_requested_at) throw notNow(before)
  return to
}

type Patch = MoveToWrite['patch']

async function patchOf(
  trx: Transaction<Schema>,
  before: OfferRow,
  move: Move & { to: OfferState },
): Promise<Patch> {
  const { kind, to, nowMs } = move
  switch (kind) {
    case 'revise':
    case 'counter':
      return newTermsPatch(trx, before, move)
    case 'request_release':
      return { release_requested_at: new Date(nowMs), release_reason: move.reason?.trim() || null }
    case 'refuse_release':
      return { release_requested_at: null, release_reason: null }
    case 'accept':
      return {
        state: to,
        ...clockPatch(to, before.terms, nowMs),
        is_backup: false,
        decided_at: new Date(nowMs),
      }
    case 'sign':
      return { state: to }
    default:
      return { state: to, expires_at: null, is_backup: false, decided_at: new Date(nowMs) }
  }
}

async function newTermsPatch(
  trx: Transaction<Schema>,
  before: OfferRow,
  { by, to, terms = {}, proofId, nowMs }: Move & { to: OfferState },
): Promise<Patch> {
  // What was said with the last move is not said again with this one, and who buys is the buyer's to say.
  const said = { ...terms, note: terms.note ?? '' }
  if (by.side === 'seller') delete said.entity_id
  const complete = requireTerms(mergeTerms(before.terms, said), nowMs)
  const common = { state: to, terms: complete, price_cents: complete.price_cents }
  const clock = clockPatch(to, complete, nowMs)
  if (by.side === 'seller') return { ...common, ...clock }
  await requireOwnProof(trx, before.customer_id, proofId)
  const buyer = await buyerName(trx, before.customer_id, complete.entity_id)
  return { ...common, ...clock, buyer, ...(proofId === undefined ? {} : { proof_id: proofId }) }
}

/** Every move gives the other side its whole time. */
function clockPatch(to: OfferState, terms: DraftTerms, nowMs: number): Patch {
  const at = expiresAtMs(to, terms, nowMs)
  return { expires_at: at === null ? null : new Date(at), reminded_at: null }
}

const noteOf = ({ terms, reason }: Move): string | null => terms?.note?.trim() || reason?.trim() || null

async function followUp(
  trx: Transaction<Schema>,
  { before, after, move: { kind, nowMs } }: { before: OfferRow; after: OfferRow; move: Move },
  pendingEffects: PendingEffects,
): Promise<void> {
  switch (kind) {
    case 'accept':
      await takeDeal(trx, after, pendingEffects)
      return planSteps(trx, after, nowMs)
    case 'sign':
      return finishStep(trx, after, { step: 'contract_signed', nowMs })
    case 'close':
      await sellDeal(trx, { offer: after, nowMs }, pendingEffects)
      return finishStep(trx, after, { step: 'closed', nowMs })
    case 'fall_through':
      pendingEffects.walletsOf.add(after.customer_id)
      return freeDeal(trx, after, pendingEffects)
    case 'expire':
      if (before.state === 'accepted') await freeDeal(trx, after, pendingEffects)
  }
}
