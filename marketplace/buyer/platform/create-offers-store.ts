/**
 * The offers of whoever is logged in. Events only say that something moved: the list is asked again, and whoever shows one offer
 * gets its id. They are followed live only while somebody listens.
 */
import { computed, effect, type ReadonlySignal } from '@preact/signals-core'
import { type Live, whileUsed } from '#marketplace/kit/live.ts'
import { createOwnedResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { customerChannel, offerUpdated } from '#shared/contract/events.ts'
import { listOffers, OFFER_RELATIONS, type OfferWire } from '#shared/contract/offers.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { OffersState, OffersStore } from './offers-store.ts'
import { createServerClock } from './server-clock.ts'
import type { UserState } from './user-store.ts'

export interface OffersStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  clock: Clock
  live: Live
}

/** Nobody has more; a list that never ends must not be read for ever. */
const PAGES_MAX = 20

export function createOffersStore({ api, user, clock, live }: OffersStoreDeps): OffersStore {
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  const listeners = new Set<(offerId: number | null) => void>()
  const serverClock = createServerClock(clock)
  const list = createOwnedResource(
    owner,
    async () => {
      const offers = await readAll(api)
      serverClock.hear(offers[0]?.now)
      return offers
    },
    clock,
  )
  const state = computed((): OffersState => {
    const shown = list.state.value
    return shown.phase === 'ready' ? { phase: 'ready', offers: shown.value, isStale: shown.isStale } : shown
  })

  function tell(offerId: number | null) {
    void list.refresh()
    for (const hear of listeners) hear(offerId)
  }
  const listen = (id: number) =>
    live.follow({
      what: 'Offers',
      channel: (prefix) => customerChannel(prefix, id),
      onSubscribed: () => tell(null),
      listen: (channel) =>
        channel.listen(offerUpdated, ({ offer }) => {
          serverClock.hear(offer.now)
          tell(offer.id)
        }),
    })

  return {
    state,
    serverClock,
    load: list.load,
    put(offer) {
      serverClock.hear(offer.now)
      list.change((offers) => withOffer(offers, offer))
    },
    drop(id) {
      list.change((offers) => offers.filter((offer) => offer.id !== id))
      // Pages that were read around the removal may lack an offer that moved between them.
      void list.refresh()
    },
    tell,
    onNews(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    follow: whileUsed(() => effect(() => (owner.value === null ? undefined : listen(owner.value)))),
  }
}

async function readAll(api: Api): Promise<readonly OfferWire[]> {
  const offers = new Map<number, OfferWire>()
  for (let page = 1; page <= PAGES_MAX; page++) {
    const reply = await api(listOffers, { query: { page, with: OFFER_RELATIONS } })
    for (const offer of reply.data) offers.set(offer.id, offer)
    const { links } = reply
    const hasMore = links !== undefined && !Array.isArray(links) && Boolean(links.next)
    if (!hasMore || reply.data.length === 0) break
  }
  return [...offers.values()]
}

function withOffer(offers: readonly OfferWire[], offer: OfferWire): readonly OfferWire[] {
  const known = offers.find(({ id }) => id === offer.id)
  if (known === undefined) return [offer, ...offers]
  if (known.version > offer.version) return offers
  return offers.map((one) => (one === known ? offer : one))
}
