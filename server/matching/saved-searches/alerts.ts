/**
 * Tells owners what came into their saved searches: at once, or at the hour they chose. What was told, and the news itself, are
 * written together, so that it is told once, whoever dies in between.
 */

import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workUntilDone } from '#server/core/jobs/work-through.ts'
import { broadcastNotifications } from '#server/notifications/centre/broadcast-notifications.ts'
import {
  type NotificationDraft,
  type NotifyDeps,
  writeNotification,
} from '#server/notifications/centre/notify.ts'
import { links } from '#shared/contract/pages.ts'
import { SEARCH_CHANNELS, type SearchChannel } from '#shared/contract/saved-searches.ts'
import { compactMoney } from '#shared/format/money.ts'

/** Searches in one go. */
const PORTION = 50
/** Deals that are named. */
const NAMED_MAX = 3

export const SEARCH_ALERTS = workKind({ name: 'search-alerts', label: 'Alert of saved search' })

/** Since when an alert is due. One step in saved_searches_alert. */
export async function alertsDueSince(db: Database, nowMs: number): Promise<number | null> {
  const [first] = await dueIds(db, nowMs, 1)
  return first?.alert_at?.getTime() ?? null
}

/** Until nothing is due but what another node has. */
export async function notifyDueSearches(
  deps: Required<Pick<NotifyDeps, 'nowMs'>> & NotifyDeps & WorkDeps,
): Promise<void> {
  await workUntilDone(deps, SEARCH_ALERTS, {
    nowMs: deps.nowMs,
    due: (nowMs) => dueIds(deps.db, nowMs, PORTION),
    atOnce: PORTION,
    keyOf: ({ id }) => String(id),
    async run(portion, nowMs) {
      const ids = portion.map(({ id }) => id)
      const told = await deps.db.transaction().execute(async (trx) => {
        const due = await claim(trx, ids, nowMs)
        return {
          count: due.length,
          news: await writeNotification(trx, await notificationsOf(trx, due), deps),
        }
      })
      await broadcastNotifications(deps, told.news)
      return told.count
    },
  })
}

/** The longest due first. By saved_searches_alert. */
const dueIds = (db: Database, nowMs: number, most: number) =>
  db
    .selectFrom('saved_searches')
    .select(['id', 'alert_at'])
    .where('alert_at', '<=', new Date(nowMs))
    .where(mayBeTried(SEARCH_ALERTS, sql`saved_searches.id`, nowMs))
    .orderBy('alert_at')
    .limit(most)
    .execute()

interface Due {
  id: number
  customer_id: number
  name: string
  query: string
  channels: SearchChannel[]
  alert_at: Date
}

/** Locked until the end; rows of another node are left to it. By primary key. */
async function claim(trx: Database, ids: readonly number[], nowMs: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, customer_id, name, query, channels, alert_at from saved_searches
    where id = any(${ids}::bigint[]) and alert_at <= ${new Date(nowMs).toISOString()}
    order by id for update skip locked`.execute(trx)
  const claimed = rows.map(({ id }) => id)
  await sql`update saved_searches set alert_at = null where id = any(${claimed}::bigint[])`.execute(trx)
  return rows
}

interface FoundDeal {
  search_id: number
  id: number
  price: number | null
  city: string | null
  state: string | null
  request_id: string | null
}

/** What was not told yet, the latest first; what left a search again or was hidden meanwhile is passed over. By primary keys. */
async function notificationsOf(trx: Database, due: readonly Due[]): Promise<NotificationDraft[]> {
  const ids = due.map(({ id }) => id)
  const { rows } = await sql<FoundDeal & { is_shown: boolean; found_at: Date }>`
    with told as (
      update saved_search_finds set told_at = clock_timestamp()
      where search_id = any(${ids}::bigint[]) and told_at is null
      returning search_id, property_id, is_current, found_at)
    select t.search_id, p.id, p.price, p.city, p.state, p.request_id, t.found_at,
      t.is_current and m.hidden_at is null as is_shown
    from told t
    join saved_searches s on s.id = t.search_id
    join properties p on p.id = t.property_id
    left join deal_marks m on m.customer_id = s.customer_id and m.property_id = p.id
    order by t.found_at desc, p.id desc`.execute(trx)
  return due.flatMap((search): NotificationDraft[] => {
    const deals = rows.filter(({ search_id, is_shown }) => search_id === search.id && is_shown)
    return deals.length === 0 ? [] : [newsAbout(search, deals)]
  })
}

function newsAbout(search: Due, deals: readonly FoundDeal[]): NotificationDraft {
  const [first] = deals
  const named = deals.slice(0, NAMED_MAX).map(dealWords).join('; ')
  const more = deals.length > NAMED_MAX ? `; and ${deals.length - NAMED_MAX} more` : ''
  return {
    customerId: search.customer_id,
    type: 'saved_search',
    key: `search ${search.id} ${search.alert_at.getTime()}`,
    title: `${deals.length === 1 ? '1 new deal' : `${deals.length} new deals`} in “${search.name}”`,
    body: `${named}${more}.`,
    url: links.savedSearch(search.id, search.query),
    propertyId: deals.length === 1 && first ? first.id : null,
    requestId: first?.request_id ?? null,
    label: 'See what is new',
    without: SEARCH_CHANNELS.filter((channel) => !search.channels.includes(channel)),
  }
}

/** What everybody is shown of a deal whose address is hidden as well. */
const dealWords = ({ price, city, state }: FoundDeal): string =>
  [price === null ? null : compactMoney(price), [city, state].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' in ')
