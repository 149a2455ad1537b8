/**
 * The offers of whoever is logged in. Events only say that something moved: the list is asked again, and whoever shows one offer
 * hears its id. The socket is used only while somebody follows.
 */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { customerChannel, offerUpdated } from '#shared/contract/events.ts'
import type { OfferSummary } from '#shared/contract/offer-summary.ts'
import { listOffers, OFFER_RELATIONS, type OfferWire } from '#shared/contract/offers.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'
import type { OffersState, OffersStore } from './offers-store.ts'
import { createServerClock } from './server-clock.ts'
import type { UserState } from './user-store.ts'

export interface OffersStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  clock: Clock
  /** The socket that is shared; closed by whoever made it. */
  connect: () => Promise<{ realtime: Realtime; prefix: string }>
  log: Log
}

/** Nobody has more; a list that never ends must not be read for ever. */
const PAGES_MAX = 20

export function createOffersStore(deps: OffersStoreDeps): OffersStore {
  const { api, user, log } = deps
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  const state = signal<OffersState>({ phase: 'loading' })
  const listeners = new Set<(offerId: number | null) => void>()
  const serverClock = createServerClock(deps.clock)
  const follow = createFollowing(owner, deps, {
    onNews({ id, now }) {
      serverClock.hear(now)
      tell(id)
    },
    onLine: () => tell(null),
  })
  let reading: Promise<void> | null = null
  let isAskedAgain = false

  effect(() => {
    void owner.value
    state.value = { phase: 'loading' }
  })

  function tell(offerId: number | null) {
    if (state.peek().phase === 'ready') void load()
    for (const hear of listeners) hear(offerId)
  }

  async function read(): Promise<void> {
    const mine = owner.peek()
    if (mine === null) return
    if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
    try {
      const offers = await readAll(api)
      serverClock.hear(offers[0]?.now)
      if (owner.peek() === mine) state.value = { phase: 'ready', offers, isStale: false }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn('Offers could not be loaded', error.failure.kind)
      if (owner.peek() === mine) state.value = failed(state.peek(), error.failure)
    }
  }

  function load(): Promise<void> {
    if (reading !== null) {
      isAskedAgain = true
      return reading
    }
    isAskedAgain = false
    reading = read().finally(() => {
      reading = null
      if (isAskedAgain) void load()
    })
    return reading
  }

  const change = (to: (offers: readonly OfferWire[]) => readonly OfferWire[]) => {
    const now = state.peek()
    if (now.phase === 'ready') state.value = { ...now, offers: to(now.offers) }
  }

  return {
    state,
    serverClock,
    load,
    put(offer) {
      serverClock.hear(offer.now)
      change((offers) => withOffer(offers, offer))
    },
    drop: (id) => change((offers) => offers.filter((offer) => offer.id !== id)),
    onNews(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    follow,
  }
}

async function readAll(api: Api): Promise<OfferWire[]> {
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

function failed(known: OffersState, failure: Failure): OffersState {
  return known.phase === 'ready' ? { ...known, isStale: true } : { phase: 'failed', failure }
}

function withOffer(offers: readonly OfferWire[], offer: OfferWire): readonly OfferWire[] {
  const known = offers.find(({ id }) => id === offer.id)
  if (known === undefined) return [offer, ...offers]
  if (known.version > offer.version) return offers
  return offers.map((one) => (one === known ? offer : one))
}

interface Heard {
  onNews: (offer: OfferSummary) => void
  /** The channel stands, now or again. */
  onLine: () => void
}

/** Joins once for all that follow. */
function createFollowing(
  owner: ReadonlySignal<number | null>,
  { connect, log }: OffersStoreDeps,
  { onNews, onLine }: Heard,
): () => () => void {
  const followers = signal(0)
  const isFollowed = computed(() => followers.value > 0)
  const failed = (error: unknown) =>
    log.warn('Offers cannot be followed live', error instanceof Error ? error.name : undefined)

  effect(() => {
    const id = owner.value
    if (id === null || !isFollowed.value) return
    let isEnded = false
    let leave = () => {}
    connect().then(({ realtime, prefix }) => {
      if (isEnded) return
      const channel = realtime.join(customerChannel(prefix, id), {
        onSubscribed: onLine,
        onRefused: (reason) => log.warn('Offers cannot be followed live', reason),
      })
      channel.listen(offerUpdated, ({ offer }) => {
        if (!isEnded) onNews(offer)
      })
      leave = () => channel.leave()
    }, failed)
    return () => {
      isEnded = true
      leave()
    }
  })

  return () => {
    followers.value = followers.peek() + 1
    let isFollowing = true
    return () => {
      if (isFollowing) followers.value = followers.peek() - 1
      isFollowing = false
    }
  }
}
