/**
 * Tells buyers of deals that were found to fit them because a deal came or changed. What has to be told stands with the match, so it
 * is told once, whoever does it; several at a time come as one.
 */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import type { MatchReasonWire } from '#shared/contract/feed.ts'
import { formatUsd } from '#shared/format/money.ts'
import { bestSentences } from '#shared/rules/matching/match-words.ts'
import { type News, type NotifyDeps, writeNews } from './notify.ts'
import { tellNotifications } from './tell-notifications.ts'

/** Buyers' matches in one transaction. */
const PORTION = 100
/** More at once are told together. */
const SINGLY_MAX = 3
/** Sentences of the score that a mail repeats. */
const REASONS_TOLD = 3

export async function hasUntoldMatches(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from matches m where ${TELLABLE} limit 1`.execute(db)
  return rows.length > 0
}

/** A deal that changed again is told as it is once it was left alone, if it fits then. */
const TELLABLE = sql<boolean>`m.is_untold and exists (
  select 1 from properties p, matching_progress g where p.id = m.property_id and p.revision <= g.revision)`

/** Until all are told. By matches_untold. */
export async function tellMatches(deps: NotifyDeps): Promise<void> {
  for (;;) {
    const { taken, told } = await deps.db.transaction().execute(async (trx) => {
      const matches = await takeUntold(trx)
      const news = newsOf(matches.filter(({ is_shown }) => is_shown))
      return { taken: matches.length, told: await writeNews(trx, news, deps) }
    })
    await tellNotifications(deps, told)
    if (taken === 0) return
  }
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
}

/** Whole buyers where a portion allows it, so that what came together is told together. */
async function takeUntold(trx: Database): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    with taken as (
      update matches set is_untold = false where (customer_id, property_id) in (
        select customer_id, property_id from matches m where ${TELLABLE}
        order by found_at, customer_id, property_id limit ${PORTION} for update skip locked)
      returning customer_id, property_id, box_id, score, reasons, is_current)
    select t.customer_id, t.property_id, t.score, t.reasons, b.name as box_name, b.notify,
      p.price::float8 as price, p.beds, p.city, p.state,
      t.is_current and b.notify <> 'off' and p.listing = 'listed' and m.hidden_at is null and m.seen_at is null as is_shown
    from taken t
    join properties p on p.id = t.property_id
    join buy_boxes b on b.id = t.box_id
    left join deal_marks m on m.customer_id = t.customer_id and m.property_id = t.property_id
    order by t.customer_id, t.score desc, t.property_id desc`.execute(trx)
  return rows
}

function newsOf(matches: readonly Untold[]): News[] {
  const byCustomer = new Map<number, Untold[]>()
  for (const match of matches)
    byCustomer.set(match.customer_id, [...(byCustomer.get(match.customer_id) ?? []), match])
  return [...byCustomer.values()].flatMap((own) => [
    ...newsOfOne(own.filter(({ notify }) => notify === 'instant')),
    ...newsOfOne(own.filter(({ notify }) => notify !== 'instant')).map(quietly),
  ])
}

const newsOfOne = (own: readonly Untold[]): News[] =>
  own.length > SINGLY_MAX ? [together(own)] : own.map(single)

/** Of boxes that are mailed about by the day or the week: in the bell now, and in a digest then. */
const quietly = (news: News): News => ({ ...news, without: ['email', 'sms', 'push'] })

/** Of a hidden address, the town is what everybody may know. */
function single(match: Untold): News {
  const { customer_id: customerId, property_id: propertyId, score, reasons, box_name } = match
  return {
    ...{ customerId, propertyId, type: 'new_match', key: `match ${propertyId}` },
    title: `New match: ${factsOf(match)}`,
    body: `It scores ${score} of 100 for “${box_name}”. ${bestSentences(reasons, REASONS_TOLD).join(' ')}`,
    url: `/property/${propertyId}`,
    label: 'Open the deal',
  }
}

function together(matches: readonly Untold[]): News {
  const [best] = matches
  const ids = matches.map(({ property_id }) => property_id)
  return {
    ...{
      customerId: best?.customer_id ?? 0,
      type: 'new_match',
      key: `matches ${Math.min(...ids)}-${Math.max(...ids)}`,
    },
    title: `${matches.length} new deals fit your buy boxes`,
    body: best
      ? `The best one: ${factsOf(best)}, which scores ${best.score} of 100 for “${best.box_name}”. ${bestSentences(best.reasons, 1)}`
      : null,
    url: '/for-you',
    label: 'See them all',
  }
}

const factsOf = ({ price, beds, city, state }: Untold): string =>
  [
    price === null ? '' : formatUsd(price),
    ...(beds === null ? [] : [`${beds} bd`]),
    [city, state].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
