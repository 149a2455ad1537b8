/** Making an offer: what is typed is never lost, and it is sent once. */
import { describe, expect, it, test } from 'vitest'
import { createMakeOfferModel } from '#marketplace/buyer/features/offers/make-offer-model.ts'
import type { OfferDraftModel } from '#marketplace/buyer/features/offers/offer-draft-model.ts'
import { getSmartBuyBox } from '#shared/contract/buy-box.ts'
import { dealDefaults } from '#shared/contract/deal-notes.ts'
import { createOffer, getOffer, getOfferGate, removeDraftOffer } from '#shared/contract/offers.ts'
import { listProofsOfFunds } from '#shared/contract/proof-of-funds.ts'
import { showProperty } from '#shared/contract/properties.ts'
import { getConfigs } from '#shared/contract/site-config.ts'
import { type Answer, createFakeApi, keyOf, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { propertyWire } from '../deal/property-wire.ts'
import { offerWire } from './offer-wire.ts'

const NOW = Date.UTC(2026, 10, 21, 18)
const PAUSE_MS = 2000

const gate = (offer_id: number | null = null): Answer<typeof getOfferGate> => ({
  data: { steps: [{ step: 'deposit', is_met: true }], offers_per_deposit_limit: 4, offer_id },
})
const configs = (platform_fee: number) => ({ platform_fee })

function backend() {
  const server = createFakeApi()
  server.on(showProperty, { data: propertyWire({ price: 184_500 }) })
  server.on(getOfferGate, gate())
  server.on(getConfigs, configs(997))
  server.on(getSmartBuyBox, { entities: [] })
  server.on(listProofsOfFunds, { data: [] })
  server.on(dealDefaults, { assumptions: {} })
  server.on(createOffer, ({ body }) => ({
    data: offerWire({ state: body.is_draft ? 'draft' : 'submitted' }),
  }))
  return server
}

/** A browser's storage; full when told so. */
function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    isFull: false,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (this.isFull) throw new Error('full')
      kept.set(key, value)
    },
    removeItem: (key: string) => kept.delete(key),
  }
}

function open(server = backend(), kept = storage(), customerId = 7) {
  const clock = createFakeClock(NOW)
  const put: number[] = []
  const dropped: number[] = []
  let keys = 0
  const model = createMakeOfferModel({
    api: server.api,
    clock,
    offers: { put: ({ id }) => void put.push(id), drop: (id) => void dropped.push(id), tell: () => {} },
    storage: () => kept as unknown as Storage,
    customerId,
    propertyId: 9,
    makeKey: () => `key-${customerId}-${++keys}`,
  })
  return { model, server, clock, kept, put, dropped }
}

async function draftModel(given: ReturnType<typeof open>): Promise<OfferDraftModel> {
  await given.model.load()
  const state = given.model.state.value
  if (state.phase !== 'ready') throw new Error(`is ${state.phase}`)
  return state.draftModel
}

const bodies = (server: ReturnType<typeof backend>) =>
  server.of(createOffer).map((call) => ({ ...call.body, key: keyOf(call) }))

describe('a draft', () => {
  it('goes to the server after a pause, the latest words only', async () => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '150' })
    one.set({ price: '150k' })
    expect(one.saver.saving.value).toBe('waiting')
    given.clock.advance(PAUSE_MS)
    await one.saver.settle()
    expect(bodies(given.server)).toMatchObject([{ is_draft: true, terms: { price_cents: 15_000_000 } }])
    expect(one.saver.saving.value).toBe('saved')
  })

  it('survives a crash and no connection, with the key it is sent under', async () => {
    const given = open()
    given.server.on(createOffer, OFFLINE)
    const one = await draftModel(given)
    one.set({ price: '150k', note: 'Roof is old.' })
    await one.saver.settle()
    expect(one.saver.saving.value).toBe('local')

    const again = open(backend(), given.kept)
    const other = await draftModel(again)
    expect(other.form.value).toMatchObject({ price: '150k', note: 'Roof is old.' })
    await other.send()
    expect(bodies(again.server).at(-1)?.key).toBe('key-7-1')
  })

  it('of one person is not shown to the next at the same browser', async () => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '150k' })
    const other = await draftModel(open(backend(), given.kept, 8))
    expect(other.form.value.price).toBe('')
  })

  it('comes from the server when that one is newer, e.g. from another device', async () => {
    const server = backend()
    server.on(getOfferGate, gate(12))
    server.on(getOffer, { data: offerWire({ state: 'draft', updated_at: '2026-11-22T00:00:00Z' }) })
    const given = open(server)
    given.kept.kept.set('plat.offer.7.9', 'not JSON')
    expect((await draftModel(given)).form.value).toMatchObject({ price: '176,000', earnestMoney: '2,500' })
  })

  it('that can be kept nowhere says so', async () => {
    const given = open()
    given.server.on(createOffer, OFFLINE)
    given.kept.isFull = true
    const one = await draftModel(given)
    one.set({ price: '150k' })
    await one.saver.settle()
    expect(one.saver.saving.value).toBe('lost')
  })
})

describe('a draft that is discarded', () => {
  it('is removed from the server and from this browser', async () => {
    const given = open()
    given.server.on(removeDraftOffer, {})
    const one = await draftModel(given)
    one.set({ price: '150k' })
    await one.saver.settle()
    await one.discard()
    expect(given.server.of(removeDraftOffer)).toMatchObject([{ params: { offer: 12 } }])
    expect([given.dropped, given.kept.kept.size, one.isTouched.value]).toEqual([[12], 0, false])
  })

  it('stays, with all that was typed, while the server cannot be told, and goes with the next try', async () => {
    const given = open()
    given.server.on(removeDraftOffer, OFFLINE)
    const one = await draftModel(given)
    one.set({ price: '150k' })
    await one.saver.settle()
    one.set({ price: '155k' })
    await expect(one.discard()).rejects.toMatchObject({ failure: { kind: 'offline' } })
    expect([given.dropped, given.kept.kept.size, one.isTouched.value]).toEqual([[], 1, true])
    await one.saver.settle()
    expect(bodies(given.server).at(-1)).toMatchObject({ is_draft: true, terms: { price_cents: 15_500_000 } })

    given.server.on(removeDraftOffer, {})
    await one.discard()
    expect([given.dropped, given.kept.kept.size, one.isTouched.value]).toEqual([[12], 0, false])
  })

  it('and that the server no longer has is discarded', async () => {
    const given = open()
    given.server.on(removeDraftOffer, refused(404))
    const one = await draftModel(given)
    one.set({ price: '150k' })
    await one.saver.settle()
    await one.discard()
    expect([given.dropped, given.kept.kept.size, one.isTouched.value]).toEqual([[12], 0, false])
  })
})

describe('sending', () => {
  it('twice at once makes one call, and what was kept is gone', async () => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '176k' })
    await Promise.all([one.send(), one.send()])
    expect(bodies(given.server).filter(({ is_draft: isDraft }) => !isDraft)).toHaveLength(1)
    expect([one.stage.value, given.put, given.kept.kept.size]).toEqual(['sent', [12], 0])
    expect(one.isTouched.value).toBe(false)
    given.clock.advance(PAUSE_MS)
    expect(bodies(given.server)).toHaveLength(1)
  })

  it('again after no answer goes under the same key', async () => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '176k' })
    given.server.on(createOffer, OFFLINE)
    await one.send()
    expect(one.refusal.value?.words).toMatch(/sent once/)
    given.server.on(createOffer, { data: offerWire() })
    await one.send()
    const keys = bodies(given.server).map(({ key }) => key)
    expect(keys).toEqual(['key-7-1', 'key-7-1'])
    expect(one.stage.value).toBe('sent')
  })

  it('says what the buyer saw', async () => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '176k' })
    await one.send()
    expect(bodies(given.server)).toMatchObject([{ expected_price: 184_500, expected_fee: 997 }])
  })

  it('without a price goes back to the price and says so', async () => {
    const given = open()
    const one = await draftModel(given)
    one.goTo('review')
    await one.send()
    expect([one.stage.value, one.errors.value.price]).toEqual(['terms', 'Enter a price.'])
    expect(given.server.of(createOffer)).toHaveLength(0)
  })

  it('goes back to the terms that the server refuses, and marks them until the next change', async () => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '176k' })
    one.goTo('review')
    const errors = { 'terms.answer_hours': ['Too soon.'] }
    given.server.on(createOffer, refused(422, 'Wrong.', { errors }))
    await one.send()
    expect([one.stage.value, one.errors.value]).toEqual(['terms', { answerHours: 'Too soon.' }])
    one.set({ answerHours: '72' })
    expect(one.errors.value).toEqual({})
  })

  it('shows old and new when price and fee changed meanwhile, and sends the new ones with the next press', async () => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '176k' })
    given.server.on(createOffer, refused(409, 'No.', { code: 'changed' }))
    given.server.on(showProperty, { data: propertyWire({ price: 190_000 }) })
    given.server.on(getConfigs, configs(1200))
    await one.send()
    expect(one.changed.value).toEqual({
      before: { askUsd: 184_500, feeUsd: 997 },
      now: { askUsd: 190_000, feeUsd: 1200 },
    })
    expect([one.refusal.value, one.sent.value]).toEqual([null, null])

    given.server.on(createOffer, { data: offerWire() })
    await one.send()
    expect(bodies(given.server).at(-1)).toMatchObject({ expected_price: 190_000, expected_fee: 1200 })
    expect(one.stage.value).toBe('sent')
  })

  test.each([
    ['no_deposit', 'deposit'],
    ['limit', 'slots'],
    ['identity', 'identity'],
    ['funds', 'funds'],
    ['own_deal', 'deal'],
  ])('refused with %s names the step %s, and keeps what was typed', async (code, step) => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '176k' })
    given.server.on(createOffer, refused(409, 'No.', { code }))
    await one.send()
    expect(one.refusal.value).toMatchObject({ step, words: 'No.' })
    expect([one.form.value.price, given.kept.kept.size]).toEqual(['176k', 1])
  })

  test.each([
    [['email', 'phone'], 'email'],
    [['phone'], 'phone'],
  ])('refused as %s is not confirmed names the step %s', async (missing, step) => {
    const given = open()
    const one = await draftModel(given)
    one.set({ price: '176k' })
    const errors = Object.fromEntries(missing.map((need) => [need, ['Confirm it first.']]))
    given.server.on(createOffer, refused(403, 'Confirm it first.', { code: 'unconfirmed', errors }))
    await one.send()
    expect(one.refusal.value).toMatchObject({ step, words: 'Confirm it first.' })
    expect(one.form.value.price).toBe('176k')
  })
})

it('begins with the LLC of somebody who has connected one, and keeps another choice', async () => {
  const server = backend()
  const entities = [{ id: 31, name: 'Reyes Rentals LLC', state: 'TX' }]
  server.on(getSmartBuyBox, { entities })
  const kept = storage()
  const first = await draftModel(open(server, kept))
  expect(first.form.value.entityId).toBe(31)
  server.on(createOffer, OFFLINE)
  first.set({ entityId: null })
  await first.saver.settle()
  expect((await draftModel(open(server, kept))).form.value.entityId).toBeNull()
})

it('a deal that is taken down while the offer is written is told, and what was typed stays', async () => {
  const given = open()
  const one = await draftModel(given)
  one.set({ price: '176k' })
  given.server.on(showProperty, refused(404, ''))
  await one.refreshDeal()
  expect(one.subject.value.closed).toMatch(/taken this deal down/)
  expect(one.form.value.price).toBe('176k')
})

it('an offer that is under way is shown instead of making another', async () => {
  const server = backend()
  server.on(getOfferGate, gate(12))
  server.on(getOffer, { data: offerWire({ state: 'countered' }) })
  const { model } = open(server)
  await model.load()
  expect(model.state.value).toMatchObject({ phase: 'exists', offer: { id: 12 } })
})

it('what is missing around the deal leaves the form usable', async () => {
  const server = backend()
  for (const endpoint of [getOfferGate, getSmartBuyBox, listProofsOfFunds]) server.on(endpoint, refused(503))
  const one = await draftModel(open(server))
  expect([one.gate.value, one.setup.entities, one.proofs.value]).toEqual([null, null, null])
})

it('without the platform fee no offer begins, and one begins when the fee is there', async () => {
  const server = backend()
  server.on(getConfigs, refused(503))
  const { model } = open(server)
  await model.load()
  expect(model.state.value).toMatchObject({ phase: 'failed', failure: { status: 503 } })
  server.on(getConfigs, configs(1500))
  await model.load()
  expect(model.state.value).toMatchObject({ phase: 'ready', draftModel: { feeUsd: { value: 1500 } } })
})
