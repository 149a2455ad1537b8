/** Whatever both sides, several buyers and the clock do, one after another or at once, what must hold of offers holds. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMessenger } from '#server/messaging/messenger.ts'
import type { PendingEffectsDeps } from '#server/offers/offers/after-commit.ts'
import type { OfferRow } from '#server/offers/offers/offer-row.ts'
import { sweepOffers } from '#server/offers/offers/sweep.ts'
import { walletOf } from '#server/payments/routes.ts'
import { OFFER_EDGES, OPEN_STATES, TAKEN_STATES } from '#shared/rules/offers/offer-graph.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, TERMS, topUp } from './scene.ts'

let server: TestServer
let deps: PendingEffectsDeps
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 100_000 } })
  const common = {
    db: server.database.db,
    broadcaster: server.broadcaster,
    prefix: 'App',
    nowMs: Date.now,
    site: { origin: '' },
    log: server.app.log,
    secret: 'a secret for tests only',
  }
  deps = { ...common, messenger: createMessenger(common) }
})
afterAll(() => server.close())

const BUYERS = 3
const DEALS = 6
const WALLET_CENTS = 99_700 * 3
const BUYERS_MOVES = [
  'revise',
  'counter',
  'accept',
  'decline',
  'withdraw',
  'resend',
  'request_release',
] as const
const SELLERS_MOVES = [
  'accept',
  'accept',
  'counter',
  'decline',
  'sign',
  'close',
  'fall_through',
  'refuse_release',
] as const

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('send' as const), buyer: index(BUYERS), deal: index(DEALS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(...BUYERS_MOVES),
      by: fc.constant('buyer' as const),
      pick: fc.nat(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(...SELLERS_MOVES),
      by: fc.constant('seller' as const),
      pick: fc.nat(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock' as const), hours: fc.constantFrom(1, 49) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never

function index(count: number) {
  return fc.nat({ max: count - 1 })
}

interface World {
  seller: SellerSide
  buyers: Buyer[]
  deals: number[]
}

async function newWorld(): Promise<World> {
  const seller = await addSeller(server)
  const buyers: Buyer[] = []
  for (let n = 0; n < BUYERS; n++) {
    const buyer = await addBuyer(server, `Buyer ${n}`)
    await topUp(server, buyer.id, WALLET_CENTS)
    buyers.push(buyer)
  }
  const deals: number[] = []
  for (let n = 0; n < DEALS; n++) deals.push(await server.addProperty(seller.id))
  return { seller, buyers, deals }
}

const offersIn = ({ deals }: World): Promise<OfferRow[]> =>
  server.database.db
    .selectFrom('offers')
    .selectAll()
    .where('property_id', 'in', deals)
    .orderBy('id')
    .execute()

/** The status of the answer; 0 when there was nothing to do. */
async function take(world: World, what: Step): Promise<number> {
  if (what.do === 'clock') {
    await sweepOffers(deps, Date.now() + what.hours * 3_600_000)
    return 200
  }
  if (what.do === 'send') {
    const { buyers, deals } = world
    const buyer = buyers[what.buyer]
    const body = { property_id: deals[what.deal], terms: TERMS, proof_id: buyer?.proofId }
    return (await buyer?.post('/offer', body))?.status ?? 0
  }
  const offers = await offersIn(world)
  const offer = offers[what.pick % Math.max(1, offers.length)]
  const buyer = world.buyers.find(({ id }) => id === offer?.customer_id)
  if (!offer || !buyer) return 0
  if (what.do === 'confirm') return (await buyer.get(`/offer/${offer.id}/confirm`)).status
  const body = { action: what.do, version: offer.version, terms: { price_cents: 16_000_000 } }
  const side =
    what.by === 'buyer'
      ? buyer.put(`/offer/${offer.id}`, body)
      : world.seller.put(`/offers/${offer.id}`, body)
  return (await side).status
}

async function expectSound(world: World): Promise<void> {
  const { db } = server.database
  const offers = await offersIn(world)
  for (const dealId of world.deals) {
    const { status } = await db
      .selectFrom('properties')
      .select('status')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow()
    const own = offers.filter(({ property_id }) => property_id === dealId)
    const taken = own.filter(({ state }) => (TAKEN_STATES as readonly string[]).includes(state))
    const open = own.filter(({ state }) => (OPEN_STATES as readonly string[]).includes(state))
    expect(taken.length).toBeLessThanOrEqual(1)
    expect(status).toBe(own.some(({ state }) => state === 'closed') ? 2 : taken.length)
    if (status === 2) expect(open).toEqual([])
    expect(open.map(({ is_backup }) => is_backup)).toEqual(open.map(() => taken.length === 1))
  }
  for (const offer of offers) await expectOwnHistory(offer)
  for (const buyer of world.buyers) {
    const own = offers.filter(({ customer_id }) => customer_id === buyer.id)
    const active = own.filter(({ state }) => [...OPEN_STATES, ...TAKEN_STATES].some((one) => one === state))
    expect(active.length).toBeLessThanOrEqual(4)
    const shown = (await buyer.get(`/offer-gate?property_id=${world.deals[0]}`)).body.data
    expect(shown.active_offers_count).toBe(active.length)
    const paid = own.filter(({ state }) => ['confirmed', 'under_contract', 'closed'].includes(state)).length
    expect((await walletOf(db, buyer.id)).balanceCents).toBe(WALLET_CENTS - paid * 99_700)
  }
}

/** Each move follows the one before by an edge of the graph, raises the version by one and stands in the thread and the log. */
async function expectOwnHistory(offer: OfferRow): Promise<void> {
  const { db } = server.database
  const moves = await db
    .selectFrom('offer_moves')
    .selectAll()
    .where('offer_id', '=', offer.id)
    .orderBy('id')
    .execute()
  expect(offer.version).toBe(moves.length + 1)
  expect(moves.at(-1)?.to_state).toBe(offer.state)
  moves.forEach((move, at) => {
    expect(move.from_state).toBe(moves[at - 1]?.to_state ?? 'draft')
    const edge = OFFER_EDGES.find(
      (one) =>
        one.by === move.by &&
        one.move === move.kind &&
        (one.from as readonly string[]).includes(move.from_state),
    )
    expect(edge && (edge.to ?? move.from_state)).toBe(move.to_state)
  })
  const told = await db
    .selectFrom('messages')
    .select('offer_move_id')
    .where(
      'offer_move_id',
      'in',
      moves.map(({ id }) => id),
    )
    .execute()
  expect(told).toHaveLength(moves.length)
  const log = await db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_kind', '=', 'offer')
    .where('subject_id', '=', offer.id)
    .execute()
  expect(log).toHaveLength(moves.length)
}

test('random moves of three buyers, a seller and the clock, up to five at once, keep every rule', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 6, maxLength: 11 }),
      async (rounds) => {
        const world = await newWorld()
        for (const round of rounds) {
          const answers = await Promise.all(round.map((what) => take(world, what)))
          expect(answers.filter((status) => ![0, 200, 201, 409].includes(status))).toEqual([])
        }
        await expectSound(world)
      },
    ),
    { numRuns: 4 },
  )
})
