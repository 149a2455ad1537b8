/** One offer and the list of all: in step with the server, whoever moves. */
import { signal } from '@preact/signals-core'
import { describe, expect, it, test, vi } from 'vitest'
import { createConfirmModel } from '#marketplace/buyer/features/offers/confirm-model.ts'
import { createOfferModel } from '#marketplace/buyer/features/offers/offer-model.ts'
import { createOffersStore } from '#marketplace/buyer/platform/create-offers-store.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { getWallet } from '#shared/contract/money.ts'
import {
  buyerStep,
  confirmOffer,
  getOffer,
  listOffers,
  type OfferDetailWire,
  updateOffer,
} from '#shared/contract/offers.ts'
import { getConfigs } from '#shared/contract/site-config.ts'
import { type Answering, createFakeApi, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime, liveOver } from '#tests/support/fake-realtime.ts'
import { offerWire } from './offer-wire.ts'

const reply = (given: Parameters<typeof offerWire>[0] = {}) => ({ data: offerWire(given) })

function backend() {
  const server = createFakeApi()
  server.on(getOffer, reply({ state: 'countered', version: 2 }))
  return { server, api: server.api }
}

describe('a move', () => {
  async function open() {
    const { server, api } = backend()
    const put = vi.fn()
    const model = createOfferModel({ api, offers: { put }, id: 12 })
    await model.load()
    return { server, model, put }
  }
  const stateOf = ({ state }: Awaited<ReturnType<typeof open>>['model']) =>
    state.value.phase === 'ready' ? state.value.offer.state : state.value.phase

  it('says which version was seen, and shows what came of it everywhere', async () => {
    const { server, model, put } = await open()
    server.on(updateOffer, reply({ state: 'accepted', version: 3 }))
    expect(await model.move('accept')).toBe(true)
    expect(server.of(updateOffer)[0]?.body).toEqual({ action: 'accept', version: 2 })
    expect(stateOf(model)).toBe('accepted')
    expect(put).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'accepted' }))
  })

  it('that comes too late shows the offer as it is now, and why', async () => {
    const { server, model } = await open()
    server.on(updateOffer, refused(409, 'It has moved on.', { code: 'stale' }))
    server.on(getOffer, reply({ state: 'expired', version: 3 }))
    expect(await model.move('accept')).toBe(false)
    expect([stateOf(model), model.refusal.value?.words]).toEqual(['expired', 'It has moved on.'])
  })

  it('pressed twice is made once', async () => {
    const { server, model } = await open()
    server.on(updateOffer, reply({ state: 'withdrawn', version: 3 }))
    await Promise.all([model.move('withdraw'), model.move('withdraw')])
    expect(server.of(updateOffer)).toHaveLength(1)
  })

  it('of the other side is seen without taking the offer away when the server does not answer', async () => {
    const { server, model } = await open()
    server.on(getOffer, OFFLINE)
    await model.load()
    expect(stateOf(model)).toBe('countered')
    server.on(getOffer, reply({ state: 'rejected', version: 3 }))
    await model.load()
    expect(stateOf(model)).toBe('rejected')
  })
})

describe('a live update of an offer', () => {
  /** A server whose answers wait; a move answers with the offer at the time it is handled. */
  function open() {
    let offer = offerWire({ state: 'submitted', version: 1 })
    const answers: (() => void)[] = []
    const { api, on } = createFakeApi()
    const now = () => {
      const data = offer
      return new Promise<{ data: typeof offer }>((resolve) => answers.push(() => resolve({ data })))
    }
    on(getOffer, now)
    on(buyerStep, () => {
      offer = { ...offer, state: 'confirmed', version: offer.version + 1 }
      return now()
    })
    const model = createOfferModel({ api, offers: { put() {} }, id: 12, clock: createFakeClock() })
    const sign = () => {
      offer = { ...offer, state: 'under_contract', version: offer.version + 1 }
      void model.load()
    }
    const finish = () =>
      vi.waitFor(() => {
        for (const answer of answers.splice(0)) answer()
        expect(model.state.value).toMatchObject({ phase: 'ready', offer: { state: 'under_contract' } })
      })
    return { model, sign, answers, finish }
  }

  it('during its first load is not lost', async () => {
    const { model, sign, answers, finish } = open()
    void model.load()
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    sign()
    await finish()
  })

  it('during the customer’s own move is not lost', async () => {
    const { model, sign, answers, finish } = open()
    void model.load()
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    answers.shift()?.()
    await vi.waitFor(() => expect(model.state.value.phase).toBe('ready'))
    void model.mark('inspection', true)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    sign()
    await finish()
  })
})

test('an offer of somebody else is not found', async () => {
  const { server, api } = backend()
  server.on(getOffer, refused(404, ''))
  const model = createOfferModel({ api, offers: { put() {} }, id: 12 })
  await model.load()
  expect(model.state.value.phase).toBe('missing')
})

describe('a confirmation', () => {
  async function open() {
    const { server, api } = backend()
    server.on(getOffer, reply({ state: 'accepted', version: 3 }))
    server.on(getConfigs, { platform_fee: 997 })
    server.on(getWallet, { data: { balance_cents: 50_000 } })
    const model = createConfirmModel(api, 12)
    await model.load()
    return { server, model }
  }

  it('changes nothing by being looked at', async () => {
    const { server, model } = await open()
    expect([model.feeUsd.value, model.balanceUsd.value]).toEqual([997, 500])
    expect(server.of(confirmOffer)).toHaveLength(0)
  })

  it('of an offer without a fee waits until the fee is known', async () => {
    const { server } = await open()
    server.on(getOffer, reply({ state: 'accepted', version: 3, platform_fee: null }))
    server.on(getConfigs, refused(503), { platform_fee: 1500 })
    const model = createConfirmModel(server.api, 12)
    await model.load()
    expect(model.state.value).toMatchObject({ phase: 'failed', failure: { status: 503 } })
    await model.load()
    expect([model.state.value.phase, model.feeUsd.value]).toEqual(['ready', 1500])
  })

  it('pressed twice asks once, with the fee that was shown, and is never tried again by itself', async () => {
    const { server, model } = await open()
    server.on(confirmOffer, refused(503, ''))
    await Promise.all([model.confirm(), model.confirm()])
    const asked = server.of(confirmOffer)
    expect(asked.map(({ query }) => query?.expected_fee)).toEqual(['997'])
    expect(model.refusal.value).not.toBeNull()
  })

  it('that the wallet cannot pay says so and leaves the offer accepted', async () => {
    const { server, model } = await open()
    server.on(confirmOffer, refused(409, 'Your wallet is $497 short.', { code: 'funds' }))
    await model.confirm()
    expect(model.refusal.value?.words).toBe('Your wallet is $497 short.')
    expect(model.state.value).toMatchObject({ phase: 'ready', offer: { state: 'accepted' } })
  })
})

describe('the list', () => {
  const page = (...data: Pick<Partial<OfferDetailWire>, 'id' | 'now' | 'state' | 'version'>[]) => ({ data })
  const dana = { phase: 'user', user: { id: 7 } } as UserState

  function open(answer: Answering<typeof listOffers> = page({ id: 12 })) {
    const { server, api } = backend()
    server.on(listOffers, answer)
    const live = createFakeRealtime()
    const clock = createFakeClock(Date.parse('2026-11-21T12:00:00Z'))
    const user = signal<UserState>(dana)
    const store = createOffersStore({ api, user: { state: user }, live: liveOver(live), clock })
    return { store, server, live, user, clock }
  }
  const idsOf = ({ state }: ReturnType<typeof open>['store']) =>
    state.value.phase === 'ready' ? state.value.offers.map(({ id }) => id) : state.value.phase

  it('keeps what it has when it cannot be asked again, and says that it may be old', async () => {
    const { store, server } = open()
    await store.load()
    server.on(listOffers, OFFLINE)
    await store.load()
    expect(store.state.value).toMatchObject({ phase: 'ready', isStale: true })
    expect(idsOf(store)).toEqual([12])
  })

  it('is empty of a person who logged out', async () => {
    const { store, user } = open()
    await store.load()
    user.value = { phase: 'visitor' }
    expect(store.state.value.phase).toBe('loading')
  })

  it('takes a newer version of an offer and leaves an older one', async () => {
    const { store } = open(page({ id: 12, version: 3, state: 'countered' }))
    await store.load()
    store.put(offerWire({ id: 12, version: 2, state: 'submitted' }))
    expect(store.state.value).toMatchObject({ offers: [{ state: 'countered' }] })
    store.put(offerWire({ id: 12, version: 4, state: 'accepted' }))
    store.put(offerWire({ id: 13 }))
    expect(idsOf(store)).toEqual([13, 12])
  })

  it('is asked again when an offer moves elsewhere, and whoever shows that one hears of it', async () => {
    const { store, server, live } = open()
    await store.load()
    const heard: (number | null)[] = []
    store.onNews((id) => void heard.push(id))
    store.follow()
    await vi.waitFor(() => expect(live.channel).toBe('App.Models.Customer.7'))
    live.subscribe()
    server.on(listOffers, page({ id: 12, version: 5, state: 'accepted' }))
    live.send('OfferUpdated', { offer: offerWire({ id: 12, version: 5, state: 'accepted' }) })
    // The channel stands: anything may have happened before.
    expect(heard).toEqual([null, 12])
    await vi.waitFor(() => expect(store.state.value).toMatchObject({ offers: [{ state: 'accepted' }] }))
  })

  it('goes by the server’s clock', async () => {
    const { store, clock } = open(page({ id: 12, now: '2026-11-21T13:00:00Z' }))
    await store.load()
    expect(store.serverClock.now() - clock.now()).toBe(3_600_000)
  })
})
