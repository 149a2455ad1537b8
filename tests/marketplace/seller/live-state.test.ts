/** The stores of the seller app against random schedules, as in tests/marketplace/buyer/live-state. */
import { describe, expect, it, test } from 'vitest'
import { createBuyerRows } from '#marketplace/seller/buyers/buyer-rows.ts'
import { createChatRows } from '#marketplace/seller/chat-rows.ts'
import { createCompanyStore } from '#marketplace/seller/company/company-store.ts'
import { createDealRows } from '#marketplace/seller/deals/deal-rows.ts'
import { createOfferRows } from '#marketplace/seller/offers/offer-rows.ts'
import { createOpenThread } from '#marketplace/seller/open-thread.ts'
import { createRequestRows } from '#marketplace/seller/request-rows.ts'
import { joinAsSeller, listenAsSeller, type SellerLine } from '#marketplace/seller/seller-events.ts'
import { conversationUpdated } from '#shared/contract/conversation-state.ts'
import { inquiryUpdated, offerUpdated } from '#shared/contract/events.ts'
import { type TextMessageWire, textMessageInboundSent } from '#shared/contract/messenger.ts'
import { sellerChats, sellerMarkRead, sellerMessages } from '#shared/contract/seller.ts'
import { sellerBuyers, sellerRemoveBuyer, sellerTagBuyer } from '#shared/contract/seller-buyers.ts'
import {
  sellerAddSavedReply,
  sellerCompany,
  sellerMembers,
  sellerRemoveSavedReply,
  sellerSaveCompany,
  sellerSavedReplies,
} from '#shared/contract/seller-company.ts'
import { type SellerRequestWire, sellerDecideRequest, sellerRequests } from '#shared/contract/seller-deals.ts'
import { sellerDeals } from '#shared/contract/seller-listing.ts'
import { sellerMoveOffer, sellerOffer, sellerOffers } from '#shared/contract/seller-offers.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { offerWire } from '../buyer/features/offers/offer-wire.ts'
import { flush, type LiveWorld, refused } from '../buyer/live-state/live-world.ts'
import { expectFreshAfter, expectNeverStale, type OpenStore } from '../buyer/live-state/play.ts'

const PAGE = 3
const NOTHING: SellerLine = {
  onState() {},
  onSubscribed() {},
  onMessage() {},
  onRequest() {},
  onOffer() {},
  onConversation() {},
  onNotes() {},
  onRead() {},
  onIdentity() {},
}
const pageOf = <Row>(all: readonly Row[], page = 1) => ({
  data: all.slice((page - 1) * PAGE, page * PAGE),
  links: { next: page * PAGE < all.length ? 'more' : null },
})

/** The server closes sockets when the session ends; after the next login the seller app connects again, as seller-session.ts does. */
function listen(world: LiveWorld, line: Partial<SellerLine>) {
  let leave = () => {}
  const whole: SellerLine = {
    ...NOTHING,
    ...line,
    onState(state) {
      if (state !== 'closed') return
      leave()
      world.clock.after(1000, () => listen(world, line))
    },
  }
  leave = listenAsSeller(
    async () => {
      const realtime = await world.connect(whole.onState)
      return joinAsSeller(realtime, { prefix: 'App', accountId: 1 }, whole)
    },
    whole,
    world.clock,
  )
}

const chats: OpenStore = (world) => {
  const messages: TextMessageWire[] = []
  const read = new Map<number, number>()
  const done = new Set<number>()
  const say = (customer_id: number) => {
    const message = eg.wireMessage({ id: messages.length + 1, customer_id, type: 'inbound', is_read: false })
    messages.push(message)
    done.delete(customer_id)
    world.send(textMessageInboundSent, { message })
  }
  const stateOf = (id: number) => ({ put_away: done.has(id) ? ('done' as const) : null, snoozed_until: null })
  const finish = (customer_id: number) => {
    done.add(customer_id)
    world.send(conversationUpdated, { customer_id, ...stateOf(customer_id) })
  }
  for (const customer of [1, 2, 3]) say(customer)
  const list = () =>
    [...new Set(messages.map(({ customer_id }) => customer_id ?? 0))]
      .map((id) => {
        const own = messages.filter(({ customer_id }) => customer_id === id)
        const unread = own.filter((message) => message.id > (read.get(id) ?? 0))
        const last_message = own.at(-1) ?? null
        const account_unread_count = unread.length
        return { id, customer: { id, name: '' }, last_message, account_unread_count, ...stateOf(id) }
      })
      .sort((one, other) => (other.last_message?.id ?? 0) - (one.last_message?.id ?? 0))
  world.serve(sellerChats, ({ query }) => pageOf(list(), query?.page))
  world.serve(sellerMarkRead, ({ params }) => {
    read.set(Number(params.customer), messages.length)
    return {}
  })
  const rows = createChatRows(world.api, world.clock)
  void rows.load()
  listen(world, {
    onSubscribed: () => void rows.load(),
    onMessage: (message) => rows.arrive(message, false),
    onConversation: ({ customer_id, ...state }) => rows.hear(customer_id, state),
  })
  return {
    changes: [(which) => say(1 + (which % 5)), (which) => finish(1 + (which % 3))],
    acts: [(which) => rows.markSeen(1 + (which % 3)), () => rows.load()],
    shown: () => rows.chats.value,
    truth: list,
  }
}

const requests: OpenStore = (world) => {
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
  const load = () => void rows.load()
  listen(world, { onSubscribed: load, onRequest: load })
  return {
    changes: [
      () => {
        if (all.size > 9) return
        all.set(all.size + 1, { id: all.size + 1, state: 'pending' } as SellerRequestWire)
        world.send(inquiryUpdated, { customer_id: 7 })
      },
      (which) => decide(1 + (which % 3), 'declined'),
    ],
    acts: [(which) => rows.decide([1 + (which % 3), 2], { state: 'granted' }), load],
    shown: () => rows.requests.value,
    truth: () => [...all.values()],
  }
}

const offers: OpenStore = (world) => {
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
  listen(world, {
    onSubscribed: rows.refresh,
    onOffer: ({ id }) => rows.heard(id),
  })
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

const thread: OpenStore = (world) => {
  const messages = [1, 2, 3, 4, 5, 6, 7].map((id) => eg.wireMessage({ id, customer_id: 7 }))
  const decide = (id: number, which: number) => {
    const message = messages.find((one) => one.id === id)
    if (message) message.calculated_body = `Decided ${which}`
    world.send(inquiryUpdated, { customer_id: 7 })
  }
  world.serve(sellerMessages, ({ query }) => pageOf(messages.toReversed(), query?.page))
  const open = createOpenThread(world.api, world.clock)
  open.open(7, 'Dana')
  const refresh = () => void open.refresh()
  listen(world, {
    onSubscribed: refresh,
    onRequest: refresh,
    onMessage: (message) => void open.merge(message),
  })
  return {
    changes: [
      () => {
        const message = eg.wireMessage({ id: messages.length + 1, customer_id: 7, type: 'inbound' })
        messages.push(message)
        world.send(textMessageInboundSent, { message })
      },
      (which) => decide(messages.length - which, which),
    ],
    acts: [
      () => open.loadOlder(),
      refresh,
      () => {
        open.close()
        open.open(7, 'Dana')
      },
    ],
    shown: () => open.thread.value?.messages.map(({ id, message }) => `${id} ${message}`),
    truth() {
      const from = open.thread.value?.messages[0]?.id ?? 0
      return messages.filter(({ id }) => id >= from).map((one) => `${one.id} ${one.calculated_body}`)
    },
  }
}

const company: OpenStore = (world) => {
  let about = 'Begin'
  let replies = [{ id: 1, title: 'Hello', body: 'Hello.' }]
  const of = () => ({ data: { title: 'Lone Star', about } })
  world.serve(sellerCompany, of)
  world.serve(sellerSaveCompany, ({ body }) => {
    about = body.about ?? about
    return of()
  })
  world.serve(sellerMembers, () => ({ data: [{ id: 1, name: about }] }))
  world.serve(sellerSavedReplies, () => ({ data: replies }))
  world.serve(sellerAddSavedReply, ({ body }) => {
    replies = [...replies, { id: replies.length + 1, ...body }]
    return { data: replies }
  })
  world.serve(sellerRemoveSavedReply, ({ params }) => {
    replies = replies.filter(({ id }) => id !== Number(params.reply))
    return { data: replies }
  })
  const store = createCompanyStore(world.api, world.clock)
  void store.load()
  void store.loadShared()
  return {
    // Nobody tells of these but the next load.
    changes: [
      (which) => {
        about = `Changed ${which}`
        void store.load()
        void store.loadShared()
      },
    ],
    acts: [
      (which) => store.save({ about: `Saved ${which}` }).then(() => store.loadShared()),
      (which) => store.keepReply({ id: null, title: `Reply ${which}`, body: 'Yes.' }),
      (which) => store.removeReply(1 + which),
      store.load,
      store.loadShared,
    ],
    shown: () => [store.company.value?.about, store.colleagues.value[0]?.name, store.replies.value],
    truth: () => [about, about, replies],
  }
}

const buyers: OpenStore = (world) => {
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
      (which) => rows.setTags(1 + (which % 5), ['odd', 'even', `t${which}`]).then(rows.load),
      (which) => rows.remove(1 + (which % 5)).then(rows.load),
    ],
    shown: () => ({ rows: rows.rows.value, tags: rows.tags.value, count: rows.count.value }),
    truth() {
      const tag = rows.filter.value.tag || undefined
      const shown = found(tag).slice(0, Math.max(PAGE, rows.rows.value.length))
      return { rows: shown, tags: tagsOf(), count: found(tag).length }
    },
  }
}

const deals: OpenStore = (world) => {
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

test.each(Object.entries({ buyers, chats, company, deals, requests, offers, thread }))(
  '%s: never stale',
  async (_, open) => {
    await expectNeverStale(open)
  },
)

describe('nothing in the seller app is stale', () => {
  it('when buyers are marked as read before the list had their messages', () =>
    expectFreshAfter(chats, [['change', 3], ['act', 8], ['rejoin'], ['act', 0]]))

  it('when a buyer was set aside and wrote, and both are heard after the list was loaded', () =>
    expectFreshAfter(chats, [['rejoin'], ['change', 7], ['change', 0]], false))

  it('when requests could not be loaded', () => expectFreshAfter(requests, [['fail'], ['rejoin'], ['fail']]))

  it('when an opened offer could not be loaded once', () =>
    expectFreshAfter(offers, [['fail'], ['act', 6], ['fail']]))

  it('when more messages came than a page holds', () =>
    expectFreshAfter(thread, [['answer'], ['change', 0], ['change', 0], ['change', 0], ['change', 0]]))

  it('when a message of the thread changed that is on no first page any more', () =>
    expectFreshAfter(thread, [['answer'], ['change', 0], ['change', 0], ['change', 9]]))

  it('when a message changed after it was read for older ones, and before they were shown', () =>
    expectFreshAfter(thread, [['answer'], ['act', 0], ['handle'], ['change', 9], ['rejoin']], false))
})

it('The seller app dials again when its connection could not be made', async () => {
  const clock = createFakeClock()
  let dials = 0
  const end = listenAsSeller(
    async () => {
      if (++dials === 1) throw new Error('The settings did not load.')
      return () => {}
    },
    NOTHING,
    clock,
  )
  await flush()
  clock.advance(60_000)
  expect(dials).toBe(2)
  end()
})
