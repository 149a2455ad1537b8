/**
 * Tells who keeps a deal that its price fell or its status changed. What was told last stands with the favorite, so each change is told
 * once, whoever does it, and one that was taken back meanwhile not at all.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { dueAgain, mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { publicAddress } from '#server/messaging/property-card.ts'
import { broadcastNotifications } from '#server/notifications/centre/broadcast-notifications.ts'
import {
  type NotificationDraft,
  type NotifyDeps,
  writeNotification,
} from '#server/notifications/centre/notify.ts'
import { links } from '#shared/contract/pages.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { formatMoney } from '#shared/format/money.ts'

/** Favorites in one transaction. */
const PORTION = 200

const TAKEN_DOWN = -1

/** An item is a customer and a deal, `7:4711`. */
export const SAVED_DEALS = workKind({
  name: 'saved-deals',
  label: 'Change of a saved deal, for buyer and deal',
})

/** Until nothing about these deals is left but what another node has. */
export async function notifyFavouriteChanges(
  deps: Required<NotifyDeps> & WorkDeps,
  propertyIds: readonly number[],
): Promise<void> {
  for (let taken = PORTION; taken === PORTION; ) {
    const nowMs = deps.nowMs()
    taken = await notifyPairs(deps, await changedPairs(deps.db, propertyIds, nowMs), nowMs)
  }
}

/** Notifications that failed and are due for a retry. */
export async function notifyFavouritesAgain(deps: NotifyDeps & WorkDeps, nowMs: number): Promise<void> {
  const pairs = (await dueAgain(deps.db, SAVED_DEALS, nowMs)).map(({ item }) => {
    const [customer_id = 0, property_id = 0] = item.split(':').map(Number)
    return { customer_id, property_id }
  })
  await notifyPairs(deps, pairs, nowMs)
}

/** Resolves with how many had changed. */
async function notifyPairs(
  deps: NotifyDeps & WorkDeps,
  items: readonly Pair[],
  nowMs: number,
): Promise<number> {
  let taken = 0
  await workThrough(deps, SAVED_DEALS, {
    nowMs,
    items,
    atOnce: PORTION,
    keyOf: ({ customer_id, property_id }) => `${customer_id}:${property_id}`,
    async run(pairs) {
      const told = await deps.db.transaction().execute(async (trx) => {
        const changes = await takeChanges(trx, pairs)
        taken += changes.length
        return writeNotification(trx, changes.flatMap(notificationsOf), deps)
      })
      await broadcastNotifications(deps, told)
    },
  })
  return taken
}

interface Pair {
  customer_id: number
  property_id: number
}

/** As it was told last, null when nothing was, and as it is; a status of -1: taken down. */
interface Change {
  customer_id: number
  property_id: number
  told_price: number | null
  told_status: number | null
  price: number | null
  status: number
  revision: number
  address: string
  city: string
  state: string
  zip: string
  /** Nobody is shown the street of what was taken down. */
  is_street_shown: boolean
  request_id: string | null
}

/** What is shown of a deal now. */
const STATUS = sql`case when p.listing = 'listed' then p.status else ${sql.lit(TAKEN_DOWN)} end`
const HAS_CHANGED = sql<boolean>`(f.told_price is distinct from p.price or f.told_status is distinct from ${STATUS})`

/** By favourites_property. */
async function changedPairs(db: Database, propertyIds: readonly number[], nowMs: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select f.customer_id, f.property_id from favourites f join properties p on p.id = f.property_id
    where f.property_id = any(${propertyIds}::bigint[]) and ${HAS_CHANGED}
      and ${mayBeTried(SAVED_DEALS, sql`f.customer_id || ':' || f.property_id`, nowMs)}
    order by f.property_id, f.customer_id limit ${PORTION}`.execute(db)
  return rows
}

/** By primary key. Rows of another node are left to it. */
async function takeChanges(trx: Database, pairs: readonly Pair[]): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with changed as (
      select f.customer_id, f.property_id, f.told_price, f.told_status, p.price, p.revision, p.request_id,
        p.address, p.city, p.state, p.zip, p.is_street_shown and p.listing <> 'removed' as is_street_shown,
        ${STATUS} as status
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as t(customer_id bigint, property_id bigint)
      join favourites f using (customer_id, property_id)
      join properties p on p.id = f.property_id
      where ${HAS_CHANGED}
      order by f.property_id, f.customer_id for update of f skip locked)
    update favourites f set told_price = c.price, told_status = c.status
    from changed c where c.customer_id = f.customer_id and c.property_id = f.property_id
    returning c.*`.execute(trx)
  return rows
}

function notificationsOf(change: Change): NotificationDraft[] {
  const { customer_id: customerId, property_id: propertyId, revision, request_id: requestId } = change
  const about = { customerId, propertyId, requestId, url: links.deal(propertyId), label: 'Open the deal' }
  const where = publicAddress(change)
  const news: NotificationDraft[] = []
  const drop = change.told_price !== null && change.price !== null ? change.told_price - change.price : 0
  if (drop > 0 && change.status !== TAKEN_DOWN)
    news.push({
      ...about,
      type: 'price_drop',
      key: `price ${propertyId} ${revision}`,
      title: `Price dropped by ${formatMoney(drop)} to ${formatMoney(change.price ?? 0)}`,
      body: `${where}, a deal that you saved.`,
    })
  if (change.told_status !== null && change.told_status !== change.status)
    news.push({
      ...about,
      type: 'deal_status',
      key: `status ${propertyId} ${revision}`,
      title: `A deal that you saved ${statusWords(change)}`,
      body: change.price === null ? where : `${where}, ${formatMoney(change.price)}`,
    })
  return news
}

function statusWords({ status }: Change): string {
  if (status === TAKEN_DOWN) return 'is no longer listed'
  switch (DEAL_STATUSES[status]) {
    case 'pending':
      return 'is pending'
    case 'sold':
      return 'is sold'
    default:
      return 'is available again'
  }
}
