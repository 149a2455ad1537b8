/** The list of the seller's Today: what waits, what is due and what ran out, each with its time. */
import type { Database } from '#server/core/database/open.ts'
import { openingHoursOf } from '#server/sellers/company/opening-hours.ts'
import { REPLY_PROMISE_MINUTES, type TodayItemWire, type TodayKind } from '#shared/contract/seller-today.ts'
import { replyDueMs } from '#shared/rules/reply-clock.ts'
import { dueOpenHouses, dueSteps, endingListings } from './due.ts'
import {
  type Asked,
  type OfferWaits,
  pendingRequests,
  unanswered,
  type WaitingRow,
  waitingOffers,
} from './waiting.ts'

type Due = (askedAt: Date) => string

/** A row and how many there are of its kind. */
type Counted = readonly [TodayItemWire, number]

export async function todayOf(db: Database, asked: Asked) {
  const [hours, { messages, questions }, requests, offers, steps, openHouses, listings] = await Promise.all([
    openingHoursOf(db, asked.accountId),
    unanswered(db, asked),
    pendingRequests(db, asked),
    waitingOffers(db, asked),
    dueSteps(db, asked),
    dueOpenHouses(db, asked),
    endingListings(db, asked),
  ])
  const due: Due = (askedAt) =>
    new Date(replyDueMs(askedAt.getTime(), REPLY_PROMISE_MINUTES, hours)).toISOString()
  const all: Counted[] = [
    ...messages.map((row) => answerItem('message', row, due)),
    ...questions.map((row) => answerItem('question', row, due)),
    ...requests.map((row) => answerItem('address_request', row, due)),
    ...offers.map((row) => offerItem(row, due)),
    ...steps.map(stepItem),
    ...openHouses.map(openHouseItem),
    ...listings.map(listingItem),
  ]
  const counts = new Map(all.map(([{ kind }, count]) => [kind, count]))
  return {
    items: all.map(([item]) => item),
    counts: [...counts].map(([kind, count]) => ({ kind, count })),
  }
}

interface Parties {
  customer_id: number
  customer_name: string
  property_id: number | null
  property_name: string | null
}

const buyerOf = ({ customer_id, customer_name }: Parties) => ({ id: customer_id, name: customer_name })

const dealOf = ({ property_id, property_name }: Omit<Parties, 'customer_id' | 'customer_name'>) =>
  property_id === null ? null : { id: property_id, name: property_name ?? '' }

const answerItem = (kind: TodayKind, row: WaitingRow, due: Due): Counted => [
  {
    kind,
    id: row.id,
    at: due(row.asked_at),
    customer: buyerOf(row),
    property: dealOf(row),
    text: row.text,
  },
  row.count,
]

function offerItem(row: OfferWaits, due: Due): Counted {
  const expiresAt = row.expires_at?.toISOString() ?? null
  const item = {
    kind: row.kind,
    id: row.id,
    at: row.kind === 'offer' || row.kind === 'signature' ? due(row.asked_at) : expiresAt,
    expires_at: expiresAt,
    customer: buyerOf(row),
    property: dealOf(row),
    price: row.price_cents === null ? null : row.price_cents / 100,
  }
  // An offer that runs out earlier waits no hour.
  const isEarlier = row.kind === 'offer' && expiresAt !== null && expiresAt < (item.at ?? '')
  return [isEarlier ? { ...item, at: expiresAt } : item, row.count]
}

const stepItem = (row: Awaited<ReturnType<typeof dueSteps>>[number]): Counted => [
  {
    kind: 'step',
    id: row.id,
    on: row.due_on,
    customer: buyerOf(row),
    property: dealOf(row),
    text: row.step,
  },
  row.count,
]

const openHouseItem = (row: Awaited<ReturnType<typeof dueOpenHouses>>[number]): Counted => [
  {
    kind: 'open_house',
    id: row.id,
    at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    property: dealOf(row),
    count: row.registered_count,
    host: row.host_name,
    tz: row.time_zone,
  },
  row.count,
]

const listingItem = (row: Awaited<ReturnType<typeof endingListings>>[number]): Counted => [
  {
    kind: row.has_ended ? 'listing_ran_out' : 'listing',
    id: row.id,
    at: row.expires_at.toISOString(),
    property: dealOf(row),
    price: row.price,
  },
  row.count,
]
