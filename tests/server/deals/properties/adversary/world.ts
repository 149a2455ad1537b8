/**
 * A server with 200 hidden deals, and the same world again with each of their houses elsewhere. Somebody who cannot tell the worlds apart
 * does not know where the houses are. The adversary has a buyer's and a seller's account and guesses every house right in the first
 * world: parcel, street and place are in drafts and listings of their own, in circles, drawn areas and saved searches.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { refreshDeal } from '#server/deals/list/bump-revision.ts'
import { shownPlace } from '#server/deals/properties/address-privacy.ts'
import { findNewDeals } from '#server/matching/saved-searches/find-new-deals.ts'
import { createCampaign, identityOf } from '#server/outreach/blasts/campaigns.ts'
import type { MarketSubject, Sale } from '#server/providers/market/market-source.ts'
import { seededRandom } from '#server/providers/market/seeded-random.ts'
import { type Bounds, DEFAULT_FILTER, DEFAULT_QUERY, type Point } from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { HOUSTON, matchingScene } from '../../../matching/matches/scene.ts'
import { registerOf, sourceFrom } from './register.ts'

export const SECRET = 'a secret for tests only'
export const VICTIMS = 200
export const WORLDS = 2
const REGION: Bounds = { south: 29.6, west: -95.6, north: 29.9, east: -95.2 }
/** Of so many deals the adversary has a circle or a drawn area in a buy box, and a saved search. */
export const WATCHED = 60
export const SEARCHED = 20

/** What nobody may find out. */
export interface House {
  latitude: number
  longitude: number
  address: string
  parcel: string
}

export interface Victim {
  id: number
  accountId: number
  /** One for each world. The adversary's guess is the first. */
  houses: readonly [House, ...House[]]
  shown: Point
  /** The adversary's: a draft and a listing of the first house. */
  draft: { id: number; previewHash: string }
  twinId: number
  /** A listing of the same seller whose street is shown. */
  neighborId: number
}

export interface AdversaryWorld {
  server: TestServer
  /** What the market source was asked about. */
  asked: readonly MarketSubject[]
  sales: readonly Sale[]
  victims: readonly Victim[]
  sellers: readonly Seller[]
  buyer: Person
  widget: string
  mallory: Seller
  /** Puts every house where it is in this world and forgets all that was worked out from the other. */
  enter(world: number): Promise<void>
  close(): Promise<void>
}

export async function makeAdversaryWorld(): Promise<AdversaryWorld> {
  const sales = registerOf(REGION)
  const source = sourceFrom(sales)
  const server = await startTestServer({ secret: SECRET, trustProxy: true, database: await atOneMoment() })
  Object.assign(server.parts.market, source)
  const sellers = await inTurn(4, (index) => server.addAccount(`Seller ${index}`))
  const mallory = await server.addAccount('Mallory Homes')
  const buyer = await addBuyer(server)
  const victims = await addVictims(server, sellers, mallory)
  for (const seller of [...sellers, mallory]) await server.introduce(buyer, seller)
  const { body } = await server.call('POST', '/customer/api/auth/token', { token: buyer.token })
  const { asked } = source
  const world = { server, asked, sales, victims, sellers, buyer, mallory, widget: body.data.token }
  const scene = matchingScene(server)
  await watch(world, scene)
  return {
    ...world,
    enter: (number) => enter(world, scene, number),
    close: () => server.close({ graceMs: 0 }),
  }
}

/** What a deal's figures and its list say of today is the same in all worlds, also when the day ends between them. */
async function atOneMoment(): Promise<OpenDatabase> {
  const database = await openTestDatabase()
  const nowMs = database.clock.now()
  return { ...database, clock: { now: () => nowMs, offsetMs: () => 0 } }
}

/** With everything confirmed that some calls ask for. */
async function addBuyer(server: TestServer): Promise<Person> {
  const { db } = server.database
  const buyer = await server.addCustomer('Eve')
  const at = new Date()
  await db.updateTable('customers').set({ email_confirmed_at: at }).where('id', '=', buyer.id).execute()
  await db
    .insertInto('customer_phones')
    .values({ customer_id: buyer.id, phone: '+17132841234', is_default: true, confirmed_at: at })
    .execute()
  return buyer
}

type Prepared = Omit<AdversaryWorld, 'enter' | 'close'>
type Scene = ReturnType<typeof matchingScene>

async function inTurn<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let index = 0; index < count; index++) done.push(await work(index))
  return done
}

const NUMBERS = { city: 'Houston', state: 'TX', zip: '77020', county: 'Harris', price: 160_000, arv: 241_000 }
const SHOWN = { beds: 3, baths: 1, sqft: 1188, year_built: 1948, published_at: new Date('2026-01-10T12:00Z') }
const hashOf = (index: number) => createHash('md5').update(`draft ${index}`).digest('hex')

async function addVictims(server: TestServer, sellers: Seller[], mallory: Seller): Promise<Victim[]> {
  const random = seededRandom('houses that are hidden')
  const blank = { ...NUMBERS, ...SHOWN, time_zone: 'America/Chicago' }
  const add = (rows: object[]) =>
    idsOf(
      server,
      rows.map((fields) => ({ ...blank, ...fields })),
    )
  const firsts = Array.from({ length: VICTIMS }, (_, index) =>
    houseAt(index, 0, {
      lat: REGION.south + 0.02 + random.next() * (REGION.north - REGION.south - 0.04),
      lng: REGION.west + 0.02 + random.next() * (REGION.east - REGION.west - 0.04),
    }),
  )
  const accountOf = (index: number) => sellers[index % sellers.length]?.id ?? 0
  const ids = await add(firsts.map((house, index) => ({ ...house, account_id: accountOf(index), ...HIDDEN })))
  const guesses = firsts.map((house) => ({ ...house, account_id: mallory.id }))
  const drafts = await add(
    guesses.map((guess, index) => ({ ...guess, ...HIDDEN, listing: 'draft', preview_hash: hashOf(index) })),
  )
  const twins = await add(guesses)
  const neighbors = await add(
    firsts.slice(0, NAMED).map((_, index) => ({ ...NEIGHBOR, account_id: accountOf(index) })),
  )
  return firsts.map((first, index) => {
    const [id, accountId] = [ids[index] ?? 0, accountOf(index)]
    const shown = shownAt({ id, accountId }, first)
    const others = Array.from({ length: WORLDS - 1 }, (_, world) =>
      elsewhere({ id, accountId, shown }, { random, index, world: world + 1 }),
    )
    return {
      id,
      accountId,
      shown,
      houses: [first, ...others],
      twinId: twins[index] ?? 0,
      neighborId: neighbors[index] ?? 0,
      draft: { id: drafts[index] ?? 0, previewHash: hashOf(index) },
    }
  })
}

const NEIGHBOR = { address: '9 Oak Street', latitude: 29.75, longitude: -95.36 }
const HIDDEN = { is_street_shown: false }

async function idsOf({ database: { db } }: TestServer, rows: object[]): Promise<number[]> {
  const made = await db
    .insertInto('properties')
    .values(rows as never)
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

const houseAt = (index: number, world: number, { lat, lng }: Point): House => ({
  latitude: lat,
  longitude: lng,
  address: `${1200 + index * 7 + world} ${STREETS[(index + world * 3) % STREETS.length]} Street`,
  parcel: `48201-${100_000 + index * WORLDS + world}-${1000 + index}`,
})
const STREETS = ['Sumpter', 'Lyons', 'Gregg', 'Bringhurst', 'Schwartz', 'Opelousas', 'Staples']

function shownAt({ id, accountId }: Pick<Victim, 'id' | 'accountId'>, house: House): Point {
  const row = { ...NUMBERS, ...house, id, account_id: accountId, is_street_shown: false }
  const { latitude, longitude } = shownPlace(row, { hasAddress: false, secret: SECRET })
  return { lat: latitude ?? 0, lng: longitude ?? 0 }
}

/** Anywhere within reach from where the deal would be shown at the same point. */
function elsewhere(
  { shown, ...victim }: Pick<Victim, 'id' | 'accountId' | 'shown'>,
  { random, index, world }: { random: ReturnType<typeof seededRandom>; index: number; world: number },
): House {
  for (let tries = 0; tries < 5000; tries++) {
    const lat = shown.lat + (random.next() - 0.5) * 0.0145
    const lng = shown.lng + (random.next() - 0.5) * 0.0167
    const house = houseAt(index, world, { lat, lng })
    const there = shownAt(victim, house)
    if (there.lat === shown.lat && there.lng === shown.lng) return house
  }
  throw new Error('No other house is shown there.')
}

/** What the adversary sets up once, around each house of the first world. */
async function watch({ server, victims, buyer, sellers }: Prepared, scene: Scene): Promise<void> {
  const { db } = server.database
  for (const [index, victim] of victims.slice(0, WATCHED).entries()) {
    const at = centerOf(victim)
    const place = { ...HOUSTON, place_id: `around:${victim.id}`, geometry: { location: at } }
    const area = index % 2 === 0 ? { radius_miles: 0.2 } : { polygon: squareAround(at) }
    await scene.addArea(buyer, { results: [place], ...area })
  }
  for (const victim of victims.slice(0, SEARCHED))
    await scene.call(buyer, 'POST', '/auth/saved-searches', {
      name: `Around ${victim.id}`,
      query: areaQuery(centerOf(victim)),
    })
  for (const [index, { id }] of victims.slice(0, BLASTED).entries())
    await blast(server, { seller: sellers[index % sellers.length], propertyId: id, customerId: buyer.id })
  await review(server, { victims: victims.slice(0, REVIEWED), about: 'account' })
  await review(server, { victims: victims.slice(0, sellers.length), about: 'customer', customer: buyer })
  const favourites = victims.map(({ id }) => ({ customer_id: buyer.id, property_id: id, labels: '[]' }))
  await db.insertInto('favourites').values(favourites).execute()
  for (const victim of victims.slice(0, sellers.length)) {
    const about = { property_id: victim.id }
    const of = { accountId: victim.accountId, customerId: buyer.id, propertyId: victim.id }
    await server.messenger.sendFromAccount({ ...of, body: 'Have a look at this one.' })
    await scene.call(buyer, 'POST', '/inquiry', { ...about, type: 'address_request' })
    const offer = { ...about, customer_id: buyer.id, account_id: victim.accountId, state: 'draft' } as const
    await db.insertInto('offers').values(offer).execute()
    const house = { ...about, starts_at: later(1), ends_at: later(2), time_zone: 'America/Chicago' }
    const { id } = await db.insertInto('open_houses').values(house).returning('id').executeTakeFirstOrThrow()
    await scene.call(buyer, 'PUT', `/open-houses/${id}`, {})
  }
}

const later = (days: number) => new Date(Date.now() + days * 86_400_000)
export const centerOf = ({ houses: [{ latitude, longitude }] }: Victim): Point => ({
  lat: latitude,
  lng: longitude,
})
/** So wide and high. */
export const squareAround = ({ lat, lng }: Point, meters = 300): Point[] =>
  [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ].map(([north = 0, east = 0]) => ({
    lat: lat + (north * meters) / 2 / 111_195,
    lng: lng + (east * meters) / 2 / 96_600,
  }))
export const areaQuery = (center: Point, meters?: number): string =>
  String(
    writeQuery({ ...DEFAULT_QUERY, filter: { ...DEFAULT_FILTER, areas: [squareAround(center, meters)] } }),
  )

async function enter({ server, victims, sellers }: Prepared, scene: Scene, world: number) {
  const { db } = server.database
  const of = <T>(value: (house: House) => T) => victims.map(({ houses }) => value(houses[world] ?? houses[0]))
  await sql`update properties p set latitude = v.latitude, longitude = v.longitude, address = v.address,
      parcel = v.parcel, revision = nextval('deal_revisions')
    from unnest(${victims.map(({ id }) => id)}::bigint[], ${of(({ latitude }) => latitude)}::float8[],
      ${of(({ longitude }) => longitude)}::float8[], ${of(({ address }) => address)}::text[],
      ${of(({ parcel }) => parcel)}::text[]) v(id, latitude, longitude, address, parcel)
    where p.id = v.id`.execute(db)
  for (const { houses, id } of victims.slice(0, REVIEWED)) {
    const { address } = houses[world] ?? houses[0]
    const reviews = db.selectFrom('reviews').select('id').where('property_id', '=', id)
    const content = `About ${address}.`
    await db.updateTable('reviews').set({ content }).where('property_id', '=', id).execute()
    await db.updateTable('review_responses').set({ content }).where('review_id', 'in', reviews).execute()
  }
  for (const { houses, id } of victims.slice(0, sellers.length)) {
    const said = `Park at ${(houses[world] ?? houses[0]).address}.`
    const texts = { access_notes: said, cancel_reason: said }
    await db.updateTable('open_houses').set(texts).where('property_id', '=', id).execute()
  }
  await nameHouses(db, victims, world)
  for (const table of REPORTS) await sql`delete from ${sql.table(table)}`.execute(db)
  for (const { id, property_ids: propertyIds } of await db.selectFrom('campaigns').selectAll().execute()) {
    const blast = { kind: 'blast', channel: null, message: undefined, propertyIds } as const
    await db
      .updateTable('campaigns')
      .set(await identityOf(db, blast))
      .where('id', '=', id)
      .execute()
  }
  await scene.matchDeals()
  await scene.matchBoxes()
  await findNewDeals(scene.deps)
}

/** The titles of listings with a street name the sellers' hidden houses. */
async function nameHouses(db: Database, victims: readonly Victim[], world: number) {
  for (const { houses, neighborId } of victims.slice(0, NAMED)) {
    const { address, parcel } = houses[world] ?? houses[0]
    await db.transaction().execute(async (trx) => {
      await refreshDeal(trx, neighborId)
      const title = `Sister of ${address} (${parcel})`
      await trx.updateTable('properties').set({ title }).where('id', '=', neighborId).execute()
    })
  }
}
/** Of so many hidden houses the title of another deal tells. */
const NAMED = 30

/** Of so many hidden deals the adversary got a blast. */
export const BLASTED = 30
/** Of so many a buyer has reviewed the seller. */
export const REVIEWED = 20
const REPORTS = ['market_reports', 'shown_market_reports'] as const

interface Reviewed {
  victims: readonly Victim[]
  about: 'account' | 'customer'
  /** Somebody else each time when left out. */
  customer?: Person
}

/** By one of the two who know the address; one of the seller's has a response too. Each world writes its own words. */
async function review(server: TestServer, { victims, about, customer }: Reviewed): Promise<void> {
  const { db } = server.database
  for (const { id: property_id, accountId: account_id } of victims) {
    const { id: customer_id } = customer ?? (await server.addCustomer('Rita'))
    const of = { account_id, customer_id, property_id, about, rating: 5, scores: '{}', content: 'x' }
    const { id } = await db
      .insertInto('reviews')
      .values({ ...of, published_at: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (about === 'account')
      await db.insertInto('review_responses').values({ review_id: id, content: 'x' }).execute()
  }
}

interface Blast {
  seller: Seller | undefined
  propertyId: number
  customerId: number
}

async function blast({ database: { db } }: TestServer, { seller, propertyId, customerId }: Blast) {
  if (!seller) throw new Error('Every victim has a seller.')
  const { id: accountId, memberId } = seller
  const given = { accountId, memberId, kind: 'blast', channel: null, propertyIds: [propertyId] } as const
  const id = await createCampaign(db, given, { idempotency: null, nowMs: Date.now() })
  await db.updateTable('campaigns').set({ state: 'sent' }).where('id', '=', id).execute()
  const sent = { state: 'sent', sent_at: new Date() } as const
  await db
    .insertInto('campaign_recipients')
    .values({ campaign_id: id, customer_id: customerId, ...sent })
    .execute()
}
