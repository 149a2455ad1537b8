/**
 * Tells who keeps a deal that its price fell or its status changed. What was told last stands with the favorite, so each change is told
 * once, whoever does it, and one that was taken back meanwhile not at all.
 */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { type News, type NotifyDeps, writeNews } from '#server/notifications/notify.ts'
import { tellNotifications } from '#server/notifications/tell-notifications.ts'
import { publicAddress } from '#server/properties/wire.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { formatUsd } from '#shared/format/money.ts'

/** Favorites in one transaction. */
const PORTION = 200

const TAKEN_DOWN = -1

/** Until nothing about these deals is left to tell. */
export async function tellFavouriteChanges(deps: NotifyDeps, propertyIds: readonly number[]): Promise<void> {
  for (;;) {
    const { taken, told } = await deps.db.transaction().execute(async (trx) => {
      const changes = await takeChanges(trx, propertyIds)
      return { taken: changes.length, told: await writeNews(trx, changes.flatMap(newsOf), deps) }
    })
    await tellNotifications(deps, told)
    if (taken < PORTION) return
  }
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
}

/** By favourites_property. What another node is at is left to it. */
async function takeChanges(trx: Database, propertyIds: readonly number[]): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with changed as (
      select f.customer_id, f.property_id, f.told_price, f.told_status, p.price, p.revision,
        p.address, p.city, p.state, p.zip, p.is_street_shown and p.listing <> 'removed' as is_street_shown,
        case when p.listing = 'listed' then p.status else ${sql.raw(String(TAKEN_DOWN))} end as status
      from favourites f join properties p on p.id = f.property_id
      where f.property_id = any(${propertyIds}::bigint[])
        and (f.told_price is distinct from p.price
          or f.told_status is distinct from case when p.listing = 'listed' then p.status else ${sql.raw(String(TAKEN_DOWN))} end)
      order by f.property_id, f.customer_id limit ${PORTION} for update of f skip locked)
    update favourites f set told_price = c.price, told_status = c.status
    from changed c where c.customer_id = f.customer_id and c.property_id = f.property_id
    returning c.*`.execute(trx)
  return rows
}

function newsOf(change: Change): News[] {
  const { customer_id: customerId, property_id: propertyId, revision } = change
  const about = { customerId, propertyId, url: `/property/${propertyId}`, label: 'Open the deal' }
  const where = publicAddress(change)
  const news: News[] = []
  const drop = change.told_price !== null && change.price !== null ? change.told_price - change.price : 0
  if (drop > 0 && change.status !== TAKEN_DOWN)
    news.push({
      ...{ ...about, type: 'price_drop', key: `price ${propertyId} ${revision}` },
      title: `Price dropped ${formatUsd(drop)} to ${formatUsd(change.price ?? 0)}`,
      body: `${where}, a deal that you saved.`,
    })
  if (change.told_status !== null && change.told_status !== change.status)
    news.push({
      ...{ ...about, type: 'deal_status', key: `status ${propertyId} ${revision}` },
      title: `A deal that you saved ${statusWords(change)}`,
      body: change.price === null ? where : `${where}, ${formatUsd(change.price)}`,
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
