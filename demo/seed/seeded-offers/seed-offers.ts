/** Writes how far the seeded offers have come: their moves by the graph, terms, clocks, steps and fees. Their rows and messages are there. */
import type { Database } from '#server/core/database/open.ts'
import { snapshotOf } from '#server/offers/offers/snapshot.ts'
import { book, lockBalances } from '#server/payments/ledger.ts'
import { PLATFORM_FEE_USD } from '#server/site/settings/settings.ts'
import type { OfferTerms } from '#shared/contract/offer-terms.ts'
import type { OfferState } from '#shared/contract/offers.ts'
import { stepsDue } from '#shared/rules/offers/closing-steps.ts'
import { expiresAtMs } from '#shared/rules/offers/offer-clock.ts'
import { nextState } from '#shared/rules/offers/offer-graph.ts'
import { DEALS } from '../deals.ts'
import { customerId } from '../ids.ts'
import { proofIdOf } from '../seeded-proofs/proofs.ts'
import { OFFER_SCRIPTS, type OfferScript } from './scripts.ts'

const DAY_MS = 24 * 60 * 60_000
const DAY_LENGTH = 10
const CENTS = 100
const DAYS_TO_CLOSE = 30
const FEE_CENTS = PLATFORM_FEE_USD * CENTS

interface Played {
  kind: string
  by: 'buyer' | 'seller' | 'system'
  atMs: number
  from: OfferState
  to: OfferState
  terms: OfferTerms
  words: string
}

/** Inside of the transaction that seeds, after proofs and money. A world of an earlier release does not have them. */
export async function seedOffers(db: Database, nowMs: number): Promise<void> {
  for (const [index, script] of OFFER_SCRIPTS.entries())
    if (await isToWrite(db, index + 1, script)) await writeOffer(db, index + 1, { script, nowMs })
}

/** By primary key. */
async function isToWrite(db: Database, id: number, script: OfferScript): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .innerJoin('properties', 'properties.id', 'offers.property_id')
    .select(['offers.customer_id', 'properties.address', 'offers.version'])
    .where('offers.id', '=', id)
    .executeTakeFirst()
  const street = DEALS.find(({ key }) => key === script.deal)?.street
  return row?.customer_id === customerId(script.customer) && row.address === street && row.version === 1
}

async function writeOffer(
  db: Database,
  id: number,
  { script, nowMs }: { script: OfferScript; nowMs: number },
): Promise<void> {
  const moves = play(script, nowMs)
  await writeMoves(db, id, moves, customerId(script.customer))
  const [first, last] = [moves[0], moves.at(-1)]
  if (!first || !last) return
  const accepted = moves.find(({ kind }) => kind === 'accept')
  if (accepted) await writeSteps(db, id, { moves, acceptedMs: accepted.atMs })
  const confirmed = moves.find(({ kind }) => kind === 'confirm')
  if (confirmed && !script.isFeeBooked) await bookFee(db, id, { script, atMs: confirmed.atMs })
  const expiresMs = expiresAtMs(last.to, last.terms, last.atMs)
  const deal = await dealOf(db, id)
  await db
    .updateTable('offers')
    .set({
      state: last.to,
      version: moves.length + 1,
      terms: JSON.stringify(last.terms),
      price_cents: last.terms.price_cents,
      is_backup: script.isBackup ?? false,
      snapshot: JSON.stringify(snapshotOf(deal, first.atMs)),
      platform_fee_cents: FEE_CENTS,
      proof_id: proofIdOf(script.customer) || null,
      expires_at: expiresMs === null ? null : new Date(expiresMs),
      created_at: new Date(first.atMs),
      submitted_at: new Date(first.atMs),
      updated_at: new Date(last.atMs),
      decided_at: accepted ? new Date(accepted.atMs) : null,
    })
    .where('id', '=', id)
    .execute()
}

/** By the graph: a move that cannot be made is a mistake in the script. */
function play(script: OfferScript, nowMs: number): Played[] {
  let state: OfferState = 'draft'
  let terms = termsOf(script, nowMs)
  return script.moves.map(({ kind, by, at, priceUsd, words }) => {
    const to = nextState(state, by, kind)
    if (to === null) throw new Error(`The seeded offer '${script.key}' cannot ${kind} in ${state}.`)
    const note = priceUsd === undefined ? terms.note : words
    terms = { ...terms, note, price_cents: priceUsd === undefined ? terms.price_cents : priceUsd * CENTS }
    const played = { kind, by, atMs: at(nowMs), from: state, to, terms, words }
    state = to
    return played
  })
}

/** What a person wrote. The clock and a bare price have words in the thread only. */
const noteOf = ({ by, words }: Played): string | null =>
  by === 'system' || /^\$[\d,]+$/.test(words) ? null : words

const termsOf = ({ terms = {} }: OfferScript, nowMs: number): OfferTerms => ({
  price_cents: 0,
  entity_id: null,
  financing: 'cash',
  earnest_money_cents: 200_000,
  inspection_days: 10,
  closing_on: new Date(nowMs + DAYS_TO_CLOSE * DAY_MS).toISOString().slice(0, DAY_LENGTH),
  contingencies: ['inspection'],
  is_assignable: true,
  answer_hours: 48,
  note: '',
  ...terms,
})

/** Each with the message that tells it: both stand in the order they were made. By messages' offer. */
async function writeMoves(
  db: Database,
  id: number,
  moves: readonly Played[],
  buyerId: number,
): Promise<void> {
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('offer_id', '=', id)
    .orderBy('sort_at')
    .orderBy('id')
    .execute()
  for (const [index, move] of moves.entries()) {
    const row = await db
      .insertInto('offer_moves')
      .values({
        offer_id: id,
        kind: move.kind,
        by: move.by,
        person_id: move.by === 'buyer' ? buyerId : null,
        from_state: move.from,
        to_state: move.to,
        price_cents: move.terms.price_cents,
        terms: JSON.stringify(move.terms),
        note: noteOf(move),
        created_at: new Date(move.atMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = messages[index]
    if (message)
      await db.updateTable('messages').set({ offer_move_id: row.id }).where('id', '=', message.id).execute()
  }
}

/** By primary keys. */
const dealOf = (db: Database, offerId: number) =>
  db
    .selectFrom('properties')
    .selectAll()
    .where('id', '=', db.selectFrom('offers').select('property_id').where('id', '=', offerId))
    .executeTakeFirstOrThrow()

/** Signing and closing are done with their moves; on the way a title company and an inspector were there too. */
async function writeSteps(
  db: Database,
  id: number,
  { moves, acceptedMs }: { moves: readonly Played[]; acceptedMs: number },
): Promise<void> {
  const due = stepsDue(moves[0]?.terms ?? {}, acceptedMs)
  const signedMs = moves.find(({ kind }) => kind === 'sign')?.atMs
  const closedMs = moves.find(({ kind }) => kind === 'close')?.atMs
  const doneMs: Record<string, number | undefined> = {
    contract_signed: signedMs,
    title_opened: signedMs && signedMs + DAY_MS,
    escrow_opened: signedMs && signedMs + DAY_MS,
    inspection: closedMs && closedMs - 5 * DAY_MS,
    funded: closedMs && closedMs - DAY_MS,
    closed: closedMs,
  }
  for (const step of Object.keys(due) as (keyof typeof due)[]) {
    const at = doneMs[step]
    await db
      .insertInto('offer_steps')
      .values({
        offer_id: id,
        step,
        due_on: due[step] ?? null,
        ...(at === undefined ? {} : { done_at: new Date(at), done_by: 'seller' }),
      })
      .execute()
  }
}

async function bookFee(
  db: Database,
  id: number,
  { script, atMs }: { script: OfferScript; atMs: number },
): Promise<void> {
  const buyer = customerId(script.customer)
  await lockBalances(db, buyer)
  const street = DEALS.find(({ key }) => key === script.deal)?.street ?? script.deal
  await book(db, {
    kind: 'platform_fee',
    from: 'wallet',
    to: 'platform_fees',
    cause: `fee:offer:${id}`,
    at: new Date(atMs),
    customerId: buyer,
    offerId: id,
    amountCents: FEE_CENTS,
    description: `Platform fee, ${street}`,
  })
}
