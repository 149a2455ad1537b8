/** Writes one move: the offer as it is after it, the move itself, its message in the thread, the log. All in the caller's transaction. */
import type { Transaction } from 'kysely'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { type Actor, writeAudit } from '#server/core/audit/audit.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { type Inserted, insertMessageIn, type NewMessage } from '#server/messaging/insert-message.ts'
import type { OfferMoveKind, OfferSide } from '#shared/contract/offers.ts'
import { moveMessage } from './move-message.ts'
import { writeOfferNotification } from './offer-notifications.ts'
import type { OfferRow } from './offer-row.ts'
import type { PendingEffects } from './pending-effects.ts'

/** Who moves, and from where. */
export interface Mover {
  side: OfferSide
  actor: Actor
  ip: string | null
}

export interface MoveToWrite {
  /** Locked by the caller. */
  before: OfferRow
  kind: OfferMoveKind
  by: Mover
  /** What the move changes of the offer; `terms` and `snapshot` as objects. */
  patch: Partial<Omit<OfferRow, 'id' | 'version'>>
  note: string | null
  nowMs: number
}

export async function writeMove(
  trx: Transaction<Schema>,
  move: MoveToWrite,
  pendingEffects: PendingEffects,
): Promise<OfferRow> {
  const after = await storeOffer(trx, move)
  const moveId = await storeMove(trx, move, after)
  const { before, by } = move
  await writeAudit(trx, {
    actor: by.actor,
    action: `offer.${move.kind}`,
    subject: { kind: 'offer', id: after.id },
    before: factsOf(before),
    after: { ...factsOf(after), note: move.note },
    ip: by.ip,
  })
  await sayInThread(trx, moveMessage({ ...move, after, moveId }), pendingEffects)
  await writeOfferNotification(trx, { ...move, after })
  pendingEffects.offerIds.add(after.id)
  return after
}

/** Opens the conversation when there is none: an offer may be the first that is said. The caller notifies of the message. */
export async function sayInThread(
  trx: Transaction<Schema>,
  message: NewMessage,
  pendingEffects: PendingEffects,
): Promise<Inserted> {
  await openConversation(trx, message)
  const written = await insertMessageIn(trx, message)
  pendingEffects.messages.push({ message, written })
  return written
}

/** By primary key. */
function storeOffer(trx: Transaction<Schema>, { before, patch, nowMs }: MoveToWrite): Promise<OfferRow> {
  const { terms, snapshot, ...columns } = patch
  return trx
    .updateTable('offers')
    .set({
      ...columns,
      ...(terms ? { terms: JSON.stringify(terms) } : {}),
      ...(snapshot ? { snapshot: JSON.stringify(snapshot) } : {}),
      version: before.version + 1,
      updated_at: new Date(nowMs),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function storeMove(
  trx: Transaction<Schema>,
  { before, kind, by, note, nowMs }: MoveToWrite,
  after: OfferRow,
): Promise<number> {
  const { id } = await trx
    .insertInto('offer_moves')
    .values({
      offer_id: after.id,
      kind,
      by: by.side,
      // Staff who act for a suspended seller are in the audit log.
      person_id: by.actor.kind === 'staff' ? null : by.actor.id,
      note,
      ip: by.ip,
      from_state: before.state,
      to_state: after.state,
      price_cents: after.price_cents,
      terms: JSON.stringify(after.terms),
      created_at: new Date(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What of an offer stands in the log. */
const factsOf = ({ state, version, terms, proof_id, is_backup }: OfferRow) => ({
  state,
  version,
  terms,
  proof_id,
  is_backup,
})
