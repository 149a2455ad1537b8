/**
 * Tells owners what came into their saved searches: at once, or at the hour they chose. What was told, and the news itself, are
 * written together, so that it is told once, whoever dies in between.
 */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { type News, type NotifyDeps, writeNews } from '#server/notifications/notify.ts'
import { tellNotifications } from '#server/notifications/tell-notifications.ts'
import { SEARCH_CHANNELS, type SearchChannel } from '#shared/contract/saved-searches.ts'
import { compactUsd } from '#shared/format/money.ts'

/** Searches in one go. */
const PORTION = 50
/** Deals that are named. */
const NAMED_MAX = 3

/** Whether something is to be said by now. One step in saved_searches_alert. */
export async function hasDueAlerts(db: Database, nowMs: number): Promise<boolean> {
  const due = await db
    .selectFrom('saved_searches')
    .select('id')
    .where('alert_at', '<=', new Date(nowMs))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** Until nothing is due. */
export async function tellDueSearches(deps: Required<NotifyDeps>): Promise<void> {
  for (;;) {
    const written = await deps.db.transaction().execute(async (trx) => {
      const due = await claimDue(trx, deps.nowMs())
      if (due.length === 0) return null
      return writeNews(trx, await newsOf(trx, due), deps)
    })
    if (written === null) return
    await tellNotifications(deps, written)
  }
}

interface Due {
  id: number
  customer_id: number
  name: string
  query: string
  channels: SearchChannel[]
  alert_at: Date
}

/** By saved_searches_alert. Held until the end; what another node is at is left to it. */
async function claimDue(trx: Database, nowMs: number): Promise<Due[]> {
  const due = await trx
    .selectFrom('saved_searches')
    .select(['id', 'customer_id', 'name', 'query', 'channels', 'alert_at'])
    .where('alert_at', '<=', new Date(nowMs))
    .orderBy('alert_at')
    .limit(PORTION)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = due.map(({ id }) => id)
  await trx
    .updateTable('saved_searches')
    .set({ alert_at: null })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return due.flatMap(({ alert_at, ...one }) => (alert_at === null ? [] : [{ ...one, alert_at }]))
}

interface FoundDeal {
  search_id: number
  id: number
  price: number | null
  city: string | null
  state: string | null
}

/** What was not told yet, the latest first; what left a search again or was hidden meanwhile is passed over. By primary keys. */
async function newsOf(trx: Database, due: readonly Due[]): Promise<News[]> {
  const ids = due.map(({ id }) => id)
  const { rows } = await sql<FoundDeal & { is_shown: boolean; found_at: Date }>`
    with told as (
      update saved_search_finds set told_at = clock_timestamp()
      where search_id = any(${ids}::bigint[]) and told_at is null
      returning search_id, property_id, is_current, found_at)
    select t.search_id, p.id, p.price, p.city, p.state, t.found_at,
      t.is_current and m.hidden_at is null as is_shown
    from told t
    join saved_searches s on s.id = t.search_id
    join properties p on p.id = t.property_id
    left join deal_marks m on m.customer_id = s.customer_id and m.property_id = p.id
    order by t.found_at desc, p.id desc`.execute(trx)
  return due.flatMap((search): News[] => {
    const deals = rows.filter(({ search_id, is_shown }) => search_id === search.id && is_shown)
    return deals.length === 0 ? [] : [newsAbout(search, deals)]
  })
}

function newsAbout(search: Due, deals: readonly FoundDeal[]): News {
  const [first] = deals
  const named = deals.slice(0, NAMED_MAX).map(dealWords).join('; ')
  const more = deals.length > NAMED_MAX ? `; and ${deals.length - NAMED_MAX} more` : ''
  return {
    customerId: search.customer_id,
    type: 'saved_search',
    key: `search ${search.id} ${search.alert_at.getTime()}`,
    title: `${deals.length === 1 ? '1 new deal' : `${deals.length} new deals`} in “${search.name}”`,
    body: `${named}${more}.`,
    url: searchUrl(search),
    propertyId: deals.length === 1 && first ? first.id : null,
    label: 'See what is new',
    without: SEARCH_CHANNELS.filter((channel) => !search.channels.includes(channel)),
  }
}

/** What everybody is shown of a deal whose address is hidden as well. */
const dealWords = ({ price, city, state }: FoundDeal): string =>
  [price === null ? null : compactUsd(price), [city, state].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' in ')

/** The deals with these filters, and what of them is new. */
const searchUrl = ({ id, query }: Pick<Due, 'id' | 'query'>): string =>
  `/deals?${query === '' ? '' : `${query}&`}saved=${id}`
