/** What a seller works through: Today, requests, offers, deals, buyers, reviews and open houses. */
import type { ReadonlySignal } from '@preact/signals-core'
import { createBuyerRows } from '#marketplace/seller/buyers/buyer-rows.ts'
import { createDealRows } from '#marketplace/seller/deals/deal-rows.ts'
import { createOfferRows } from '#marketplace/seller/offers/offer-rows.ts'
import { createRequestRows } from '#marketplace/seller/request-rows.ts'
import { createReviewRows } from '#marketplace/seller/reviews/review-rows.ts'
import { createTodayRows } from '#marketplace/seller/today/today-rows.ts'
import { createVisitRows } from '#marketplace/seller/visit-rows.ts'
import { conversationUpdated } from '#shared/contract/conversation-state.ts'
import { inquiryUpdated, offerUpdated, openHouseUpdated, reviewUpdated } from '#shared/contract/events.ts'
import { textMessageInboundSent, textMessageOutboundSent } from '#shared/contract/messenger.ts'
import { sellerBuyers, sellerRemoveBuyer, sellerTagBuyer } from '#shared/contract/seller-buyers.ts'
import {
  type SellerRequestWire,
  sellerCancelOpenHouse,
  sellerDecideRequest,
  sellerOpenHouses,
  sellerRequests,
} from '#shared/contract/seller-deals.ts'
import { sellerDeals } from '#shared/contract/seller-listing.ts'
import {
  sellerMoveOffer,
  sellerOffer,
  sellerOffers,
  sellerRespond,
  sellerReviewable,
  sellerReviews,
  sellerWriteReview,
} from '#shared/contract/seller-offers.ts'
import { sellerToday } from '#shared/contract/seller-today.ts'
import * as eg from '#tests/support/eg.ts'
import { offerWire } from '../../buyer/features/offers/offer-wire.ts'
import { refused } from '../../buyer/live-state/live-world.ts'
import type { OpenStore } from '../../buyer/live-state/play.ts'
import { listen, PAGE, pageOf } from './seller-world.ts'

/** What needs an answer, by kind; each kind of change has its event. */
export const today: OpenStore = (world) => {
  const counts = { message: 1, address_request: 1, offer: 1 }
  const list = () => Object.entries(counts).map(([kind, count]) => ({ kind, count }))
  world.serve(sellerToday, () => ({ data: { items: [], counts: list() } }))
  let isShown = true
  const rows = createTodayRows(world.api, () => isShown, world.clock)
  const show = () => {
    isShown = true
    return rows.load()
  }
  void show()
  listen(world, { today: rows })
  return {
    changes: [
      () => {
        counts.message += 1
        world.send(textMessageInboundSent, { message: eg.wireMessage({ id: 1, type: 'inbound' }) })
      },
      () => {
        counts.message = 0
        world.send(textMessageOutboundSent, { message: eg.wireMessage({ id: 1, type: 'outbound' }) })
      },
      (which) => {
        counts.address_request = which
        world.send(inquiryUpdated, { customer_id: 7 })
      },
      (which) => {
        counts.offer = which
        world.send(offerUpdated, { offer: offerWire({ version: which }) })
      },
      (which) => {
        counts.message = which
        world.send(conversationUpdated, { customer_id: 7, put_away: 'done', snoozed_until: null })
      },
    ],
    acts: [
      () => {
        isShown = false
      },
      show,
    ],
    shown: () => (isShown ? rows.list.value?.counts : null),
    truth: () => (isShown ? list() : null),
  }
}

export const requests: OpenStore = (world) => {
  const all = new Map([1, 2, 3].map((id) => [id, { id, state: 'pending' } as SellerRequestWire]))
  const decide = (id: number, state: 'granted' | 'declined') => {
    const next = { ...all.get(id), id, state } as SellerRequestWire
    all.set(id, next)
    world.send(inquiryUpdated, { customer_id: 7 })
    return { data: next }
  }
  world.serve(sellerRequests, ({ query }) => pageOf([...all.values()], query?.page))
  world.serve(sellerDecideRequest, ({ params, body }) => decide(Number(params.request), body.state))
  const rows = createRequestRows(world.api, world.clock)
  void rows.load()
  listen(world, { requests: rows })
  return {
    changes: [
      () => {
        if (all.size > 9) return
        all.set(all.size + 1, { id: all.size + 1, state: 'pending' } as SellerRequestWire)
        world.send(inquiryUpdated, { customer_id: 7 })
      },
      (which) => decide(1 + (which % 3), 'declined'),
    ],
    acts: [(which) => rows.decide([1 + (which % 3), 2], { state: 'granted' }), rows.load],
    shown: () => rows.requests.value,
    truth: () => [...all.values()],
  }
}

export const offers: OpenStore = (world) => {
  const all = new Map([1, 2, 3].map((id) => [id, offerWire({ id })]))
  const move = (id: number) => {
    const known = all.get(id) ?? offerWire({ id })
    const offer = { ...known, version: known.version + 1 }
    all.set(id, offer)
    world.send(offerUpdated, { offer })
    return { data: offer }
  }
  world.serve(sellerOffers, ({ query }) => pageOf([...all.values()], query?.page))
  world.serve(sellerOffer, ({ params }) => ({ data: all.get(Number(params.offer)) }))
  world.serve(sellerMoveOffer, ({ params, body }) => {
    if (all.get(Number(params.offer))?.version !== body.version) throw refused(409, 'stale')
    return move(Number(params.offer))
  })
  const rows = createOfferRows(world.api, world.clock)
  void rows.load()
  listen(world, { offers: rows })
  return {
    changes: [(which) => move(1 + (which % 3))],
    acts: [
      (which) => rows.open(which % 4 === 0 ? null : which % 4),
      (which) => {
        const known = rows.offers.peek().find(({ id }) => id === 1 + (which % 3))
        return known && rows.move(known.id, { action: 'accept', version: known.version })
      },
    ],
    shown: () => ({
      offers: rows.offers.value.map(({ id, version }) => [id, version]),
      open: rows.detail.value?.version,
    }),
    truth: () => ({
      offers: [...all.values()].map(({ id, version }) => [id, version]),
      open: all.get(rows.openId.value ?? 0)?.version,
    }),
  }
}

export const buyers: OpenStore = (world) => {
  let all = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Buyer ${id}`, tags: id % 2 ? ['odd'] : ['even'] }))
  const found = (tag?: string) => all.filter(({ tags }) => tag === undefined || tags.includes(tag))
  const tagsOf = () => [...new Set(all.flatMap(({ tags }) => tags))].sort()
  world.serve(sellerBuyers, ({ query }) => ({
    ...pageOf(found(query?.tag), query?.page),
    tags: tagsOf(),
    count: found(query?.tag).length,
    is_matched: true,
  }))
  world.serve(sellerTagBuyer, ({ params, body }) => {
    const tags = [...new Set(body.tags)]
    all = all.map((one) => (one.id === Number(params.buyer) ? { ...one, tags } : one))
    return { data: { tags } }
  })
  world.serve(sellerRemoveBuyer, ({ params }) => {
    all = all.filter(({ id }) => id !== Number(params.buyer))
  })
  const rows = createBuyerRows(world.api, world.clock)
  void rows.load()
  return {
    changes: [
      (which) => {
        all = all.map((one) => (one.id === 1 + (which % 5) ? { ...one, name: `Renamed ${which}` } : one))
        void rows.load()
      },
    ],
    acts: [
      (which) => rows.show({ tag: ['', 'odd', 'even'][which % 3] ?? '' }),
      rows.loadMore,
      // A row that left the filter is still shown, so that its press can be seen.
      (which) => rows.setTags(1 + (which % 5), ['odd', 'even', `t${which}`]).finally(rows.load),
      (which) => rows.remove(1 + (which % 5)).finally(rows.load),
    ],
    shown: () => ({ rows: rows.rows.value, tags: rows.tags.value, count: rows.count.value }),
    truth() {
      const tag = rows.filter.value.tag || undefined
      const shown = found(tag).slice(0, Math.max(PAGE, rows.rows.value.length))
      return { rows: shown, tags: tagsOf(), count: found(tag).length }
    },
  }
}

export const deals: OpenStore = (world) => {
  const all = [1, 2, 3, 4, 5].map((id) => ({ id, listing: id % 2 ? 'listed' : 'draft', price: 100 }))
  const found = (listing?: string) => all.filter((one) => listing === undefined || one.listing === listing)
  world.serve(sellerDeals, ({ query }) => pageOf(found(query?.['filter[listing]']), query?.page))
  const rows = createDealRows(world.api, world.clock)
  void rows.load()
  return {
    changes: [
      (which) => {
        const deal = all[which % all.length]
        if (deal) deal.price += which
        void rows.load()
      },
    ],
    acts: [(which) => rows.show(which % 2 ? 'listed' : 'all'), rows.loadMore, rows.load],
    shown: () => rows.rows.value,
    truth() {
      const { value } = rows.filter
      return found(value === 'all' ? undefined : value).slice(0, Math.max(PAGE, rows.rows.value.length))
    },
  }
}

/** As far as it is loaded. */
const shownOf = <Row>(all: readonly Row[], { rows }: { rows: ReadonlySignal<readonly unknown[]> }) =>
  all.slice(0, Math.max(PAGE, rows.value.length))

/** About the account, of buyers, and of whom it may write one: each decided offer that has none. */
export const reviews: OpenStore = (world) => {
  let received = [2, 1].map((id) => ({ id, content: `Review ${id}`, response: '' }))
  let written = [{ id: 1, offerId: 1 }]
  let decided = [1, 2]
  const open = () => decided.filter((id) => !written.some(({ offerId }) => offerId === id))
  const tell = (id: number, about: string) => world.send(reviewUpdated, { id, about })
  const set = (id: number, to: object) => {
    received = received.map((one) => (one.id === id ? { ...one, ...to } : one))
    tell(id, 'account')
    return { data: { id } }
  }
  world.serve(sellerReviews, ({ query }) =>
    pageOf<object>(query?.list === 'received' ? received : written, query?.page),
  )
  world.serve(sellerReviewable, () => ({
    data: open().map((id) => ({ customer: { id: 7, name: 'Dana' }, property: null, offer_id: id })),
  }))
  world.serve(sellerWriteReview, ({ body }) => {
    const id = written.length + 1
    if (!open().includes(Number(body.offer_id))) throw refused(422)
    written = [...written, { id, offerId: Number(body.offer_id) }]
    tell(id, 'customer')
    return { data: { id } }
  })
  world.serve(sellerRespond, ({ params, body }) => set(Number(params.review), { response: body.content }))
  const rows = createReviewRows(world.api, world.clock)
  void rows.load()
  listen(world, { reviews: rows })
  return {
    changes: [
      (which) => set(1 + (which % 2), { content: `Edited ${which}` }),
      () => {
        if (received.length > 9) return
        const id = received.length + 1
        received = [{ id, content: `Review ${id}`, response: '' }, ...received]
        tell(id, 'account')
      },
      () => {
        if (decided.length > 9) return
        const id = decided.length + 1
        decided = [...decided, id]
        world.send(offerUpdated, { offer: offerWire({ id, state: 'closed' }) })
      },
    ],
    acts: [
      (which) => rows.respond(1 + (which % 2), which % 3 ? `Answer ${which}` : ''),
      () => {
        const [about] = rows.reviewable.peek()
        return about && rows.write(about, { rating: 5, content: 'Wired early.' })
      },
      rows.received.loadMore,
      rows.written.loadMore,
    ],
    shown: () => [
      rows.received.rows.value,
      rows.written.rows.value,
      rows.reviewable.value.map((one) => one.offer_id),
    ],
    truth: () => [shownOf(received, rows.received), shownOf(written, rows.written), open()],
  }
}

/** Who comes to them, and which were called off. */
export const visits: OpenStore = (world) => {
  const all = [1, 2, 3].map((id) => ({ id, registered_count: 0, cancel_reason: null as string | null }))
  const set = (id: number, to: object) => {
    Object.assign(all.find((one) => one.id === id) ?? {}, to)
    world.send(openHouseUpdated, { id, property_id: 1 })
    return { data: { id } }
  }
  world.serve(sellerOpenHouses, () => ({ data: all }))
  world.serve(sellerCancelOpenHouse, ({ params, body }) =>
    set(Number(params.openHouse), { cancel_reason: body.reason ?? '' }),
  )
  const rows = createVisitRows(world.api, world.clock)
  void rows.load()
  listen(world, { visits: rows })
  return {
    changes: [(which) => set(1 + (which % 3), { registered_count: which })],
    acts: [(which) => rows.callOff(1 + (which % 3), `Roof ${which}`), rows.load],
    shown: () => rows.visits.value,
    truth: () => all,
  }
}
