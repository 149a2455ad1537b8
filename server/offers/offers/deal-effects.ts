/**
 * What follows for offers and the deal when one of them changes (checklist OFR-34): a taken deal is pending and the other offers are
 * backups, a sold or removed one ends them, a free one makes them offers again. Always under the lock on deals.
 */
import { sql, type Transaction } from 'kysely'
import { SYSTEM } from '#server/core/audit/audit.ts'
import { nowMsOf } from '#server/core/database/now.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { bumpDealRevision, lockDeals } from '#server/deals/list/bump-revision.ts'
import { DEAL_STATUSES, type DealStatus } from '#shared/contract/properties.ts'
import { OPEN_STATES, TAKEN_STATES } from '#shared/rules/offers/offer-graph.ts'
import { partiesOf } from './move-message.ts'
import { writeBackupNotification } from './offer-notifications.ts'
import type { OfferRow } from './offer-row.ts'
import { noPendingEffects, type PendingEffects } from './pending-effects.ts'
import { type Mover, sayInThread, writeMove } from './write-move.ts'

export interface StatusChange {
  propertyId: number
  /** What the seller sets it to by hand. */
  status: DealStatus | 'removed'
}

/**
 * For who changes a deal's status by hand, in the same transaction and before the change. Rejects with 409 `taken` when an accepted
 * offer says otherwise. What follows from it runs after the commit, in `runPendingEffects`.
 */
export async function dealStatusEffects(
  trx: Transaction<Schema>,
  { propertyId, status }: StatusChange,
  nowMs: number,
): Promise<PendingEffects> {
  const pendingEffects = noPendingEffects()
  await lockDeals(trx)
  await lockDeal(trx, propertyId)
  if (status !== 'pending' && (await takenOffer(trx, propertyId))) throw taken()
  if (status === 'sold') await endOpenOffers(trx, { propertyId, words: SOLD, nowMs }, pendingEffects)
  if (status === 'removed') await endOpenOffers(trx, { propertyId, words: REMOVED, nowMs }, pendingEffects)
  return pendingEffects
}

const SOLD = 'The deal was sold to another buyer.'
const REMOVED = 'The seller took the deal down.'
const taken = () =>
  new Refusal(409, {
    message: 'An offer on this deal is accepted. Close it, or say that it fell through; the status follows.',
    code: 'taken',
  })

/** An offer was accepted, and the deal is its buyer's for now. The lock on deals is held. */
export async function takeDeal(
  trx: Transaction<Schema>,
  offer: OfferRow,
  pendingEffects: PendingEffects,
): Promise<void> {
  await setStatus(trx, offer.property_id, 'pending', pendingEffects)
  for (const other of await openOffers(trx, offer.property_id)) {
    if (other.id === offer.id) continue
    await setBackup(trx, other, { isBackup: true, words: BACKUP }, pendingEffects)
  }
}

/** What was accepted came to nothing. The deal of a suspended seller is taken down then. The lock on deals is held. */
export async function freeDeal(
  trx: Transaction<Schema>,
  offer: OfferRow,
  pendingEffects: PendingEffects,
): Promise<void> {
  await setStatus(trx, offer.property_id, 'available', pendingEffects)
  if (await isSuspended(trx, offer.account_id)) return takeDown(trx, offer.property_id, pendingEffects)
  for (const other of await openOffers(trx, offer.property_id))
    if (other.is_backup) await setBackup(trx, other, { isBackup: false, words: FREE }, pendingEffects)
}

/** By primary key. */
export async function isSuspended(trx: Transaction<Schema>, accountId: number): Promise<boolean> {
  const account = await trx
    .selectFrom('accounts')
    .select('suspended_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account.suspended_at !== null
}

/** By primary key. */
async function takeDown(
  trx: Transaction<Schema>,
  propertyId: number,
  pendingEffects: PendingEffects,
): Promise<void> {
  await endOpenOffers(trx, { propertyId, words: REMOVED, nowMs: await nowMsOf(trx) }, pendingEffects)
  await trx.updateTable('properties').set({ listing: 'removed' }).where('id', '=', propertyId).execute()
}

/** The deal is its buyer's for good, and nobody waits for it any more. The lock on deals is held. */
export async function sellDeal(
  trx: Transaction<Schema>,
  { offer, nowMs }: { offer: OfferRow; nowMs: number },
  pendingEffects: PendingEffects,
): Promise<void> {
  await setStatus(trx, offer.property_id, 'sold', pendingEffects)
  await endOpenOffers(trx, { propertyId: offer.property_id, words: SOLD, nowMs }, pendingEffects)
}

const BACKUP =
  'Another offer on this deal was accepted. Yours is a backup: we notify you if that one falls through.'
const FREE = 'The deal is available again, so this is no longer a backup offer.'

/** By offers_property. */
export const takenOffer = (trx: Transaction<Schema>, propertyId: number) =>
  trx
    .selectFrom('offers')
    .select('id')
    .where('property_id', '=', propertyId)
    .where('state', 'in', TAKEN_STATES)
    .executeTakeFirst()

/** In the order of their ids, so that two who lock several wait for each other in one direction. By offers_property. */
const openOffers = (trx: Transaction<Schema>, propertyId: number): Promise<OfferRow[]> =>
  trx
    .selectFrom('offers')
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('state', 'in', OPEN_STATES)
    .orderBy('id')
    .forUpdate()
    .execute()

async function endOpenOffers(
  trx: Transaction<Schema>,
  { propertyId, words, nowMs }: { propertyId: number; words: string; nowMs: number },
  pendingEffects: PendingEffects,
): Promise<void> {
  const patch = { state: 'expired', expires_at: null, is_backup: false, decided_at: new Date(nowMs) } as const
  for (const before of await openOffers(trx, propertyId))
    await writeMove(trx, { before, kind: 'expire', by: HOUSE, patch, note: words, nowMs }, pendingEffects)
}

export const HOUSE: Mover = { side: 'system', actor: SYSTEM, ip: null }

async function setBackup(
  trx: Transaction<Schema>,
  other: OfferRow,
  { isBackup, words }: { isBackup: boolean; words: string },
  pendingEffects: PendingEffects,
): Promise<void> {
  // By primary key.
  await trx.updateTable('offers').set({ is_backup: isBackup }).where('id', '=', other.id).execute()
  const { id: messageId } = await sayInThread(
    trx,
    { ...partiesOf(other), type: 'outbound', action: 'offer_backup', body: words },
    pendingEffects,
  )
  await writeBackupNotification(trx, { ...other, is_backup: isBackup }, { messageId, words })
  pendingEffects.offerIds.add(other.id)
}

/** Whoever is sending an offer on it right now comes first, and is seen after this. By primary key. */
const lockDeal = (trx: Transaction<Schema>, propertyId: number) =>
  trx
    .selectFrom('properties')
    .select(['status', 'price'])
    .where('id', '=', propertyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** By primary key; nothing is said of a deal that was so before. */
async function setStatus(
  trx: Transaction<Schema>,
  propertyId: number,
  status: DealStatus,
  pendingEffects: PendingEffects,
): Promise<void> {
  const wanted = DEAL_STATUSES.indexOf(status)
  const deal = await lockDeal(trx, propertyId)
  if (deal.status === wanted) return
  await bumpDealRevision(trx, propertyId)
  await trx.updateTable('properties').set({ status: wanted }).where('id', '=', propertyId).execute()
  await trx
    .insertInto('price_changes')
    .values({
      property_id: propertyId,
      kind: 'status',
      price: deal.price,
      status: wanted,
      at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  pendingEffects.propertyIds.add(propertyId)
}
