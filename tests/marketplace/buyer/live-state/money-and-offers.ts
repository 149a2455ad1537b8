/** Offers, one offer's page and the wallet as stores under test. */
import { createOfferModel } from '#marketplace/buyer/features/offers/offer-model.ts'
import { createGate } from '#marketplace/buyer/features/offers/offer-setup.ts'
import { createOffersStore } from '#marketplace/buyer/platform/create-offers-store.ts'
import { createWalletStore } from '#marketplace/buyer/platform/create-wallet-store.ts'
import { offerUpdated, walletUpdated } from '#shared/contract/events.ts'
import { getCurrentDeposit, getWallet } from '#shared/contract/money.ts'
import {
  getOffer,
  getOfferGate,
  listOffers,
  type OfferDetailWire,
  removeDraftOffer,
  updateOffer,
} from '#shared/contract/offers.ts'
import { offerWire } from '../features/offers/offer-wire.ts'
import { type LiveWorld, refused } from './live-world.ts'
import type { OpenStore } from './play.ts'

const PAGE = 2
const FIRST = 12

/** A server with offers by id. */
function serveOffers(world: LiveWorld) {
  const offers = world.personal(() => new Map([1, 2, FIRST].map((id) => [id, offerWire({ id })])))
  let lastId = FIRST
  const move = (id: number, change: Partial<OfferDetailWire>, who = world.who()) => {
    const known = offers(who).get(id)
    if (!known) throw refused(404)
    const offer = { ...known, ...change, version: known.version + 1 }
    offers(who).set(id, offer)
    world.send(offerUpdated, { offer }, `.${who}`)
    return { data: offer }
  }
  world.serve(listOffers, ({ query }, who) => {
    const from = ((query?.page ?? 1) - 1) * PAGE
    const all = [...offers(who).values()]
    const next = from + PAGE < all.length ? 'more' : null
    return { data: all.slice(from, from + PAGE), links: { next } }
  })
  world.serve(getOffer, ({ params }, who) => {
    const data = offers(who).get(Number(params.offer))
    if (!data) throw refused(404)
    return { data }
  })
  world.serve(updateOffer, ({ params, body }, who) => {
    const id = Number(params.offer)
    if (offers(who).get(id)?.version !== body.version) throw refused(409, 'stale')
    return move(id, { state: 'withdrawn' }, who)
  })
  world.serve(removeDraftOffer, ({ params }, who) => {
    offers(who).delete(Number(params.offer))
    return {}
  })
  return {
    offers,
    move,
    add() {
      const offer = offerWire({ id: ++lastId })
      offers().set(offer.id, offer)
      world.send(offerUpdated, { offer }, `.${world.who()}`)
    },
  }
}

const short = (offers: Iterable<{ id: number; version: number; state: string }>) =>
  [...offers].map(({ id, version, state }) => `${id} v${version} ${state}`).sort()

export const offersStore: OpenStore = (world) => {
  const { offers, move, add } = serveOffers(world)
  const store = createOffersStore({ ...world, user: { state: world.user } })
  store.follow()
  void store.load()
  return {
    changes: [
      add,
      (which) => {
        const id = 1 + (which % 2)
        if (offers().has(id)) move(id, { state: which % 2 ? 'accepted' : 'countered' })
      },
    ],
    acts: [
      () => store.load(),
      (which) => {
        const id = which % 2 ? 1 : FIRST
        const version = offers().get(id)?.version ?? 0
        const mine = world.who()
        const call = world.api(updateOffer, { params: { offer: id }, body: { action: 'withdraw', version } })
        call.then(
          ({ data }) => world.who() === mine && store.put(data),
          () => {},
        )
      },
      () => {
        const mine = world.who()
        world.api(removeDraftOffer, { params: { offer: 2 } }).then(
          () => world.who() === mine && store.drop(2),
          () => void store.load(),
        )
      },
    ],
    shown: () => (store.state.value.phase === 'ready' ? short(store.state.value.offers) : store.state.value),
    truth: () => short(offers().values()),
  }
}

export const offerPage: OpenStore = (world) => {
  const { offers, move, add } = serveOffers(world)
  const store = createOffersStore({ ...world, user: { state: world.user } })
  const model = createOfferModel({ ...world, offers: store, id: FIRST })
  store.follow()
  void model.load()
  store.onNews((about) => {
    if (about === null || about === FIRST) void model.load()
  })
  return {
    changes: [() => move(FIRST, { state: 'under_contract' }), () => move(FIRST, { state: 'accepted' }), add],
    acts: [() => model.load(), () => model.move('withdraw'), () => store.load()],
    shown: () => (model.state.value.phase === 'ready' ? short([model.state.value.offer]) : model.state.value),
    truth: () => short([...offers().values()].filter(({ id }) => id === FIRST)),
  }
}

export const offerGate: OpenStore = (world) => {
  const { offers, move, add } = serveOffers(world)
  const count = () => [...offers(1).values()].reduce((sum, { version }) => sum + version, 0)
  world.serve(getOfferGate, () => ({ data: { steps: [], active_offers_count: count() } }))
  const store = createOffersStore({ ...world, user: { state: world.user } })
  const gate = createGate(world.api, 9, world.clock)
  void gate.load()
  store.onNews(() => void gate.load())
  store.follow()
  return {
    changes: [
      () => void (world.who() === 1 && move(1, { state: 'countered' })),
      () => world.who() === 1 && add(),
    ],
    acts: [() => gate.load()],
    shown: () => (gate.state.value.phase === 'ready' ? gate.state.value.value.active_offers_count : null),
    truth: count,
  }
}

const WALLET_OFFER = offerWire({ state: 'withdrawn' })

export const walletStore: OpenStore = (world) => {
  const balance = world.personal(() => ({ cents: 0 }))
  world.serve(getWallet, (_, who) => ({
    data: { balance_cents: balance(who).cents, deposit_cents: 0, pending_cents: 0, active_offers_count: 0 },
  }))
  world.serve(getCurrentDeposit, (_, who) => ({ data: { id: balance(who).cents }, earlier: [] }))
  const store = createWalletStore({ ...world, user: { state: world.user } })
  store.follow()
  void store.loadWallet()
  void store.loadDeposits()
  const pay = (cents: number) => {
    balance().cents += cents
    world.send(walletUpdated, {}, `.${world.who()}.Session`)
  }
  return {
    changes: [
      () => pay(100),
      () => {
        balance().cents += 7
        world.say('wallet')
      },
      // An offer that is sent or ends uses or frees a slot of the deposit.
      () => {
        balance().cents += 1000
        world.send(offerUpdated, { offer: WALLET_OFFER }, `.${world.who()}`)
      },
    ],
    acts: [
      () => store.loadWallet(),
      () => store.loadDeposits(),
      () => {
        balance().cents += 5
        store.changed()
      },
    ],
    shown: () => {
      const [wallet, deposits] = [store.wallet.value, store.deposits.value]
      return {
        balance: wallet.phase === 'ready' ? wallet.value.balanceCents : wallet.phase,
        deposit: deposits.phase === 'ready' ? deposits.value.current?.id : deposits.phase,
      }
    },
    truth: () => ({ balance: balance().cents, deposit: balance().cents }),
  }
}
