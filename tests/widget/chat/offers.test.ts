import { expect, test } from 'vitest'
import { offerUpdated } from '#shared/contract/events.ts'
import { answerAll, deliverEvents, openThread } from './open-store.ts'

const offer = (over: object = {}) => ({
  id: 9,
  price: 112_000,
  buyer: 'Dana',
  state: 'submitted',
  current_price: 112_000,
  version: 1,
  turn: 'seller',
  expires_at: '2025-06-11T15:00:00.000Z',
  is_backup: false,
  ...over,
})
const news = (over: object) => ({
  offer: {
    id: 9,
    property_id: 3,
    account_id: 1,
    customer_id: 7,
    buyer: 'Dana',
    turn: 'buyer',
    price: 118_000,
    state: 'countered',
    version: 2,
    is_backup: false,
    ...over,
  },
})

test('news of an offer change its card, whichever message shows it', async () => {
  const world = await openThread()
  world.backend.say(1, '', { type: 'inbound', action: 'offer', offer: offer() })
  deliverEvents(world)
  const standing = () => world.store.offers.standings.value.get(9)
  expect(standing()?.now).toMatchObject({ state: 'submitted', priceUsd: 112_000 })
  world.realtime.send(offerUpdated.name, news({}))
  expect(standing()?.now).toMatchObject({ state: 'countered', priceUsd: 118_000, version: 2 })
  world.realtime.send(offerUpdated.name, news({ version: 1, state: 'submitted' }))
  expect(standing()?.now.version).toBe(2)
})

test('what happened while the line was down is known after it is back', async () => {
  const world = await openThread()
  world.backend.say(1, '', { type: 'inbound', action: 'offer', offer: offer() })
  deliverEvents(world)
  world.realtime.say('unavailable')
  world.backend.say(1, '', {
    action: 'offer_declined',
    offer: offer({ version: 2, state: 'rejected', turn: null }),
  })
  world.backend.events.length = 0
  world.realtime.subscribe()
  await answerAll(world)
  expect(world.store.offers.standings.value.get(9)?.now.state).toBe('rejected')
})

test('another conversation has offers of its own', async () => {
  const world = await openThread()
  world.backend.say(1, '', { type: 'inbound', action: 'offer', offer: offer() })
  deliverEvents(world)
  world.store.clearSelection()
  expect(world.store.offers.standings.value.size).toBe(0)
})

test.each([
  ['terms.price_cents', 'price'],
  ['terms.note', 'words'],
  ['reason', 'words'],
  ['version', null],
])('a move whose %s is refused says which field of the card that is', async (name, field) => {
  const world = await openThread()
  world.backend.say(1, '', { action: 'offer_countered', offer: offer({ state: 'countered' }) })
  deliverEvents(world)
  const moved = world.store.offers.move(9, { action: 'counter', version: 1, priceUsd: 5 })
  await expect.poll(() => world.backend.calls.map((call) => call.name)).toEqual(['updateOffer'])
  const problem = { message: 'The given data was invalid.', errors: { [name]: ['That is refused.'] } }
  world.backend.calls[0]?.fail({ kind: 'refused', status: 422, problem, retryAfterMs: null })
  expect(await moved).toEqual({ text: 'That is refused.', field })
})

test('a move that cannot be made says why, keeps what was known, and reads the thread again', async () => {
  const world = await openThread()
  world.backend.say(1, '', { action: 'offer_countered', offer: offer({ state: 'countered' }) })
  deliverEvents(world)
  const moved = world.store.offers.move(9, { action: 'accept', version: 1 })
  await expect.poll(() => world.backend.calls.map(({ name }) => name)).toEqual(['updateOffer'])
  const problem = { message: 'The offer has moved on.', errors: { state: ['withdrawn'] } }
  world.backend.calls[0]?.fail({ kind: 'refused', status: 409, problem, retryAfterMs: null })
  expect(await moved).toEqual({ text: 'The offer has moved on.', field: null })
  expect(world.backend.calls.map(({ name }) => name)).toContain('listTextMessages')
})
