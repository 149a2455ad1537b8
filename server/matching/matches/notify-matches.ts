/**
 * Tells buyers of deals that were found to fit them because a deal came or changed. What has to be told stands with the match, so it
 * is told once, whoever does it; several at a time come as one.
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
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import type { MatchReasonWire } from '#shared/contract/feed.ts'
import { links } from '#shared/contract/pages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { bestSentences } from '#shared/rules/matching/match-labels.ts'
import { STORED_RANK } from './write-matches.ts'

/** Matches processed in one batch. */
const PORTION = 100
/** More at once are told together. */
const SINGLY_MAX = 3
/** Sentences of the score that a mail repeats. */
const REASONS_TOLD = 3

export const NOTIFY_MATCHES = workKind({ name: 'tell-matches', label: 'Match notification for buyer' })

/** Since when a match waits for its notification. By matches_untold. */
export async function matchesDueSince(db: Database, nowMs: number): Promise<number | null> {
  const [first] = await notifiable(db, nowMs, 1)
  return first?.found_at.getTime() ?? null
}

/** A deal that changed again is told as it is once it was left alone, if it fits then. */
const NOTIFIABLE = sql<boolean>`m.is_untold and exists (
  select 1 from properties p, matching_progress g where p.id = m.property_id and p.revision <= g.revision)`

/** Until all are sent but those another node has. */
export async function notifyMatches(deps: Required<NotifyDeps> & WorkDeps): Promise<void> {
  await workUntilDone(deps, NOTIFY_MATCHES, {
    nowMs: deps.nowMs,
    async due(nowMs) {
      const found = await notifiable(deps.db, nowMs, PORTION)
      // Whole buyers, so that simultaneous matches are in one notification.
      return [...new Set(found.map(({ customer_id }) => customer_id))]
    },
    atOnce: PORTION,
    keyOf: String,
    async run(buyers) {
      const told = await deps.db.transaction().execute(async (trx) => {
        const matches = await takeUntold(trx, buyers)
        const news = await writeNotification(
          trx,
          notificationsOf(matches.filter(({ is_shown }) => is_shown)),
          deps,
        )
        await addUnread(trx, news)
        return { count: matches.length, news }
      })
      await broadcastNotifications(deps, told.news)
      return told.count
    },
  })
}

/** One line in the bell for all that nobody has read: takes the counts of earlier ones into the one that was written now. By notifications_unread. */
const addUnread = (trx: Database, ids: readonly number[]) =>
  sql`
    with now as (
      select customer_id, max(id) as id from notifications
      where id = any(${ids}::bigint[]) and type = 'new_match' and key like ${`${TOGETHER} %`} group by customer_id),
    gone as (
      delete from notifications n using now
      where n.customer_id = now.customer_id and n.id < now.id and n.read_at is null
        and n.type = 'new_match' and n.key like ${`${TOGETHER} %`}
      returning n.customer_id, substring(n.title from '^[0-9]+')::int as count)
    update notifications n set title = regexp_replace(n.title, '^[0-9]+',
      (substring(n.title from '^[0-9]+')::int + gone.count)::text)
    from now join (select customer_id, sum(count) as count from gone group by customer_id) gone using (customer_id)
    where n.id = now.id`.execute(trx)

/** How the keys of news begin that stand for many matches; their titles begin with how many. */
const TOGETHER = 'matches'

/** The longest waiting first. By matches_untold. */
async function notifiable(
  db: Database,
  nowMs: number,
  most: number,
): Promise<{ customer_id: number; found_at: Date }[]> {
  const { rows } = await sql<{ customer_id: number; found_at: Date }>`
    select m.customer_id, m.found_at from matches m
    where ${NOTIFIABLE} and ${mayBeTried(NOTIFY_MATCHES, sql`m.customer_id`, nowMs)}
    order by m.found_at, m.customer_id, m.property_id limit ${most}`.execute(db)
  return rows
}

interface Untold {
  customer_id: number
  property_id: number
  score: number
  reasons: MatchReasonWire[]
  box_name: string
  notify: BuyBoxWire['notify']
  price: number | null
  beds: number | null
  city: string | null
  state: string | null
  is_shown: boolean
  request_id: string | null
}

/** By the primary key of matches. */
async function takeUntold(trx: Database, buyers: readonly number[]): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    with taken as (
      update matches m set is_untold = false where (m.customer_id, m.property_id) in (
        select customer_id, property_id from matches m where m.customer_id = any(${buyers}::bigint[]) and ${NOTIFIABLE}
        order by customer_id, property_id for update skip locked)
      returning m.customer_id, m.property_id, m.box_id, m.score, m.reasons, m.is_current, ${STORED_RANK} as rank)
    select t.customer_id, t.property_id, t.score, t.reasons, b.name as box_name, b.notify,
      p.price::float8 as price, p.beds, p.city, p.state, p.request_id,
      t.is_current and b.notify <> 'off' and p.listing = 'listed' and m.hidden_at is null and m.seen_at is null as is_shown
    from taken t
    join properties p on p.id = t.property_id
    join buy_boxes b on b.id = t.box_id
    left join deal_marks m on m.customer_id = t.customer_id and m.property_id = t.property_id
    order by t.customer_id, t.rank desc, t.property_id desc`.execute(trx)
  return rows
}

function notificationsOf(matches: readonly Untold[]): NotificationDraft[] {
  const byCustomer = new Map<number, Untold[]>()
  for (const match of matches)
    byCustomer.set(match.customer_id, [...(byCustomer.get(match.customer_id) ?? []), match])
  return [...byCustomer.values()].flatMap((own) => [
    ...notificationOfOne(own.filter(({ notify }) => notify === 'instant')),
    ...notificationOfOne(own.filter(({ notify }) => notify !== 'instant')).map(quietly),
  ])
}

const notificationOfOne = (own: readonly Untold[]): NotificationDraft[] =>
  own.length > SINGLY_MAX ? [together(own)] : own.map(single)

/** Of boxes that are mailed about by the day or the week: in the bell now, and in a digest then. */
const quietly = (news: NotificationDraft): NotificationDraft => ({
  ...news,
  without: ['email', 'sms', 'push'],
})

/** Of a hidden address, the town is what everybody may know. */
function single(match: Untold): NotificationDraft {
  const { customer_id: customerId, property_id: propertyId, score, reasons, box_name } = match
  return {
    customerId,
    propertyId,
    requestId: match.request_id,
    type: 'new_match',
    key: `match ${propertyId}`,
    title: `New match: ${factsOf(match)}`,
    body: `It scores ${score} of 100 for “${box_name}”. ${bestSentences(reasons, REASONS_TOLD).join(' ')}`,
    url: links.deal(propertyId),
    label: 'Open the deal',
  }
}

function together(matches: readonly Untold[]): NotificationDraft {
  const [best] = matches
  const ids = matches.map(({ property_id }) => property_id)
  return {
    customerId: best?.customer_id ?? 0,
    requestId: best?.request_id ?? null,
    type: 'new_match',
    key: `${TOGETHER} ${Math.min(...ids)}-${Math.max(...ids)}`,
    title: `${matches.length} new deals fit your buy boxes`,
    body: best
      ? `The best one: ${factsOf(best)}, which scores ${best.score} of 100 for “${best.box_name}”. ${bestSentences(best.reasons, 1)}`
      : null,
    url: links.forYou(),
    label: 'See them all',
  }
}

const factsOf = ({ price, beds, city, state }: Untold): string =>
  [
    price === null ? '' : formatMoney(price),
    ...(beds === null ? [] : [`${beds} bd`]),
    [city, state].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
