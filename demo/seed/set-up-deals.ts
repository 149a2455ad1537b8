/** The scripted deals get what their cards do not show: facts, pictures, papers, open houses. Their rows are there already. */
import type { Database } from '#server/core/database/open.ts'
import { DEAL_DETAILS } from './deal-details.ts'
import { DEALS } from './deals.ts'
import { customerId } from './ids.ts'
import type { Row } from './rows.ts'
import type { DealDetails } from './scripted-deal.ts'
import { insertRows } from './seeded-deals/insert-rows.ts'
import { allPapersOf, papersOf } from './seeded-deals/papers.ts'
import { zonedClock } from './seeded-deals/zoned-time.ts'
import type { DemoDeal } from './world.ts'

const ZONE = 'America/Chicago'
const DAY_MS = 24 * 60 * 60_000
const DAYS_OPEN = 150
const ROOMS = [
  ['living', 'Living room'],
  ['kitchen', 'Kitchen'],
  ['bedroom', 'Bedroom'],
  ['bath', 'Bathroom'],
] as const

/** Inside of the transaction that seeds. */
export async function setUpDeals(db: Database, nowMs: number): Promise<void> {
  for (const [index, standing] of STANDINGS.entries())
    await db
      .updateTable('accounts')
      .set(standing)
      .where('id', '=', index + 1)
      .execute()
  const managerIds = await sellerPersons(db)
  for (const [index, deal] of DEALS.entries()) {
    const details = DEAL_DETAILS[deal.key]
    if (!details) throw new Error(`The demo world knows nothing of '${deal.key}' but its card.`)
    const row = await db
      .updateTable('properties')
      .set(factsOf(deal, details, { index, nowMs }))
      .where('id', '=', index + 1)
      .returning(['id', 'account_id'])
      .executeTakeFirst()
    if (!row) continue
    const managerId = managerIds.get(row.account_id) ?? null
    await db.updateTable('properties').set({ manager_id: managerId }).where('id', '=', row.id).execute()
    await insertRows(db, 'property_images', pictures(row.id, deal))
    await insertRows(
      db,
      'property_documents',
      papers(row.id, deal.key, new Date(nowMs - details.daysListed * DAY_MS)),
    )
    await addVisits(db, { propertyId: row.id, key: deal.key, hostId: managerId, nowMs })
  }
}

/** Of the scripted accounts, in their order. */
const STANDINGS = (
  [
    [4.8, 61, true],
    [4.6, 38, true],
    [4.2, 12, false],
    [4.4, 20, true],
    [3.9, 9, false],
    [4.7, 44, true],
    [4.1, 6, false],
    [4.5, 27, true],
    [3.6, 14, false],
  ] as const
).map(([rating, reviews_count, is_verified]) => ({ rating, reviews_count, is_verified }))

/** The first person of each account that has one; all can be called. */
async function sellerPersons(db: Database): Promise<ReadonlyMap<number, number>> {
  const persons = await db
    .selectFrom('account_members')
    .select(['id', 'account_id'])
    .orderBy('id', 'desc')
    .execute()
  for (const { id } of persons)
    await db
      .updateTable('account_members')
      .set({ phone: `+171355501${10 + id}` })
      .where('id', '=', id)
      .execute()
  return new Map(persons.map(({ id, account_id }) => [account_id, id]))
}

function factsOf(deal: DemoDeal, details: DealDetails, { index, nowMs }: { index: number; nowMs: number }) {
  const { at, repairs, daysListed } = details
  const published = new Date(nowMs - daysListed * DAY_MS)
  return {
    title: details.title,
    description: details.description,
    latitude: at[0],
    longitude: at[1],
    county: details.county,
    time_zone: ZONE,
    parcel: `${details.fips}-045-112-${String(index + 1).padStart(4, '0')}`,
    status: details.status ?? 0,
    listing: 'listed' as const,
    first_price: details.firstPrice ?? deal.priceUsd,
    contract_price: contractPriceOf(deal.priceUsd),
    half_baths: details.halfBaths ?? null,
    units: details.units ?? null,
    year_built: details.year,
    lot_size: details.lot,
    property_type_id: details.typeId,
    parking_type_id: details.parkingId,
    tags: details.tags.reduce((bits, tag) => bits | (1 << tag), 0),
    condition: details.condition,
    occupancy: details.occupancy,
    repair_min: repairs?.[0] ?? null,
    repair_max: repairs?.[1] ?? null,
    entry_fee: details.entryFee ?? null,
    buy_now_price: details.buyNow ?? null,
    earnest_money: details.earnest,
    access: details.access,
    address_rule: details.rule,
    published_at: published,
    updated_at: updatedAt(details, nowMs),
    expires_at: new Date(published.getTime() + DAYS_OPEN * DAY_MS),
    closing_at: details.status === 2 ? null : new Date(nowMs + (14 + index) * DAY_MS),
  }
}

/** Nine tenths of what is asked, in steps of 500. */
const contractPriceOf = (priceUsd: number) => Math.round((priceUsd * 0.9) / 500) * 500

/** A third of its time after it was published. */
const updatedAt = ({ daysListed }: DealDetails, nowMs: number) =>
  new Date(nowMs - (daysListed * 2 * DAY_MS) / 3)

function pictures(propertyId: number, deal: DemoDeal): Row[] {
  const of = (position: number, name: string, caption: string): Row => ({
    property_id: propertyId,
    position,
    url: `/drawings/${name}.svg`,
    thumb_url: `/drawings/${name}.svg`,
    caption,
    is_illustration: true,
  })
  const rooms = deal.bedrooms === null ? [] : ROOMS
  return [
    of(1, deal.drawing, 'Front'),
    ...rooms.map(([room, caption], index) => of(index + 2, `room-${room}`, caption)),
  ]
}

/** Those that guides lead to have all. */
const papers = (propertyId: number, key: string, at: Date): Row[] =>
  key in PLANS ? allPapersOf(propertyId, at.toISOString()) : papersOf(propertyId, at.toISOString())

interface Plan {
  days: number
  /** Minutes of the day. */
  start: number
  minutes: number
  capacity: number | null
  grants?: boolean
  registered?: readonly string[]
  waiting?: readonly string[]
}

const OTHERS = ['priya', 'theo', 'carla', 'wes'] as const
const PLANS: Readonly<Record<string, readonly Plan[]>> = {
  sumpter: [
    { days: -3, start: 600, minutes: 120, capacity: 8, registered: ['buyer1', 'theo'] },
    { days: 2, start: 600, minutes: 120, capacity: 8, registered: ['priya', 'theo'] },
    { days: 5, start: 1050, minutes: 60, capacity: 4, registered: OTHERS },
  ],
  tabor: [
    { days: 2, start: 630, minutes: 90, capacity: 6, registered: ['carla'] },
    { days: 9, start: 600, minutes: 120, capacity: null },
  ],
  larkspur: [
    { days: 3, start: 1020, minutes: 60, capacity: 2, registered: ['priya', 'theo'], waiting: ['wes'] },
  ],
  'second-ward': [{ days: 4, start: 660, minutes: 60, capacity: 10, grants: true, registered: ['wes'] }],
  'avenue-l': [{ days: 6, start: 720, minutes: 120, capacity: 12 }],
}

async function addVisits(
  db: Database,
  {
    propertyId,
    key,
    hostId,
    nowMs,
  }: { propertyId: number; key: string; hostId: number | null; nowMs: number },
): Promise<void> {
  const clock = zonedClock(ZONE)
  for (const plan of PLANS[key] ?? []) {
    const startMs = clock.at(nowMs, plan.days, plan.start)
    const { id } = await db
      .insertInto('open_houses')
      .values({
        property_id: propertyId,
        time_zone: ZONE,
        capacity: plan.capacity,
        host_id: hostId,
        starts_at: new Date(startMs),
        ends_at: new Date(startMs + plan.minutes * 60_000),
        registered_count: plan.registered?.length ?? 0,
        waiting_count: plan.waiting?.length ?? 0,
        access_notes: 'Park on the street. The lockbox is on the side gate.',
        grants_address: plan.grants ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const people = [
      ...(plan.registered ?? []).map((person) => ({ person, state: 'registered' as const })),
      ...(plan.waiting ?? []).map((person) => ({ person, state: 'waiting' as const })),
    ]
    for (const { person, state } of people)
      await db
        .insertInto('open_house_registrations')
        .values({
          open_house_id: id,
          customer_id: customerId(person),
          state,
          waiting_since: state === 'waiting' ? new Date(nowMs - DAY_MS) : null,
        })
        .execute()
  }
}
