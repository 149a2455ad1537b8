/** The messenger of one customer against random schedules, as in tests/marketplace/buyer/live-state. */
import { effect, signal, untracked } from '@preact/signals-core'
import { test } from 'vitest'
import { inquiryUpdated, offerUpdated } from '#shared/contract/events.ts'
import {
  listChats,
  listTextMessages,
  markTextMessagesRead,
  sendTextMessage,
  type TextMessageWire,
  textMessageInboundSent,
  textMessageOutboundSent,
  textMessagesRead,
  textMessagesSeen,
} from '#shared/contract/messenger.ts'
import { updateOffer } from '#shared/contract/offers.ts'
import * as eg from '#tests/support/eg.ts'
import { createChatStore } from '#widget/chat/chat-store.ts'
import type { LiveSource } from '#widget/chat/live-source.ts'
import { type LiveWorld, refused } from '../../marketplace/buyer/live-state/live-world.ts'
import {
  expectFreshAfter,
  expectNeverStale,
  type OpenStore,
  type StoreUnderTest,
} from '../../marketplace/buyer/live-state/play.ts'

const ME = 7
const PAGE = 2
const ACCOUNTS = 4
/** The first page of the list, and of a conversation. */
const OPENED = [['answer'], ['act', 0], ['answer']] as const
const SUBSCRIBED = [['answer'], ['rejoin'], ['answer']] as const
const READ_AT = new Date(eg.EXAMPLE_MS).toISOString()
const STATES = ['pending', 'granted', 'declined'] as const
const pageOf = <Row>(all: readonly Row[], page = 1) => ({
  data: all.slice((page - 1) * PAGE, page * PAGE),
  links: { next: page * PAGE < all.length ? 'more' : null },
})

/** Accounts 1 and 2 have written; what an account writes is about one address request and one offer. */
function openMessenger(world: LiveWorld, isThreadOpen: boolean): StoreUnderTest {
  const messages: TextMessageWire[] = []
  const requests = new Map<number, number>()
  const versions = new Map<number, number>()
  const offer = (id: number) => ({ id, state: 'submitted', version: versions.get(id) ?? 1 })
  const granted = new Set<number>()
  const address = (id: number) => (granted.has(id) ? `${id} Oak St` : '')
  const wire = (message: TextMessageWire): TextMessageWire => {
    const id = message.account_id ?? 0
    if (message.type === 'inbound') return message
    return {
      ...message,
      offer: offer(id),
      inquiry: { id, state: STATES[requests.get(id) ?? 0] },
      property: { id, full_address: address(id) } as TextMessageWire['property'],
    }
  }
  const threadOf = (id: number) => messages.filter(({ account_id }) => account_id === id).map(wire)
  const unread = (type: TextMessageWire['type']) => (accountId: number) =>
    threadOf(accountId).flatMap((one) => (one.type === type && !one.is_read ? one.id : []))
  const [unreadOf, unseenOf] = [unread('outbound'), unread('inbound')]
  const say = (account_id: number, given: Partial<TextMessageWire> = {}) => {
    const message = eg.wireMessage({ id: messages.length + 1, account_id, is_read: false, ...given })
    messages.push(message)
    return wire(message)
  }
  const read = (ids: readonly number[]) => {
    for (const message of messages) if (ids.includes(message.id)) message.is_read = true
  }
  const list = () =>
    [...new Set(messages.map(({ account_id }) => account_id ?? 0))]
      .map((accountId) => {
        const unread = unreadOf(accountId).length
        return eg.wireChat({ accountId, last: threadOf(accountId).at(-1) ?? null, unread })
      })
      .sort((one, other) => (other.last_message?.id ?? 0) - (one.last_message?.id ?? 0))
  for (const account of [1, 2, 1, 2, 1, 1, 1, 1, 1, 1]) say(account)

  world.serve(listChats, ({ query }) => pageOf(list(), query?.page))
  world.serve(listTextMessages, ({ query }) =>
    pageOf(threadOf(Number(query?.['filter[account_id]'])).toReversed(), query?.page),
  )
  world.serve(markTextMessagesRead, ({ body }) => read(body.text_messages_ids))
  world.serve(sendTextMessage, ({ params, body }) => {
    // The same words are the same message: each send has its own.
    const known = messages.find(({ calculated_body }) => calculated_body === body.message)
    const given = { type: 'inbound', calculated_body: body.message } as const
    return { data: wire(known ?? say(Number(params.account), given)) }
  })
  world.serve(updateOffer, ({ params, body }) => {
    const id = Number(params.offer)
    if (offer(id).version !== body.version) throw refused(409, 'stale')
    versions.set(id, offer(id).version + 1)
    return { data: offer(id) }
  })

  const connect = ({ onState }: Parameters<Extract<LiveSource, { kind: 'on' }>['connect']>[0]) =>
    world.connect(onState)
  const store = createChatStore({
    ...world,
    customerId: ME,
    emit() {},
    jobIntervalMs: () => 5000,
    live: signal({ kind: 'on', channel: `App.Models.Customer.${ME}`, connect }),
  })
  const stop = effect(() => {
    if (isThreadOpen && store.conversations.all.value.length > 0) untracked(() => store.select(1))
  })
  store.init()
  const { conversations, thread } = store
  const open = () => store.selected.value?.id ?? 0
  const rows = () => {
    const { count, at } = thread.rows.value
    return Array.from({ length: count }, (_, offset) => at(offset)).flatMap((row) =>
      row.kind === 'message' ? row.message : [],
    )
  }
  const account = (which: number) => 1 + (which % (isThreadOpen ? 2 : ACCOUNTS))
  let sends = 0
  return {
    changes: [
      (which) => world.send(textMessageOutboundSent, { message: say(account(which)) }),
      (which) => world.send(textMessageInboundSent, { message: say(account(which), { type: 'inbound' }) }),
      (which) => {
        const account_id = account(which)
        const [theirs, mine] = [unreadOf(account_id), unseenOf(account_id)]
        read([...theirs, ...mine])
        const about = { account_id, customer_id: ME }
        const told = { ...about, text_messages_ids: theirs, customer_unread_count: 0 }
        if (theirs.length > 0) world.send(textMessagesRead, told)
        const seen = { ...about, text_messages_ids: mine, read_at: READ_AT }
        if (mine.length > 0) world.send(textMessagesSeen, seen)
      },
      (which) => {
        const id = account(which)
        requests.set(id, 1 + (which % 2))
        const state = STATES[requests.get(id) ?? 0]
        if (state === 'granted') granted.add(id)
        world.send(inquiryUpdated, { id, property_id: id, state, address: address(id) || null })
      },
      (which) => {
        const id = account(which)
        versions.set(id, offer(id).version + 1)
        world.send(offerUpdated, { offer: offer(id) })
      },
    ],
    acts: [
      (which) => (isThreadOpen ? thread.loadOlder() : store.select(1 + (which % 2))),
      (which) => (which % 2 || isThreadOpen ? thread.loadOlder() : store.clearSelection()),
      () => {
        for (const { id } of rows()) store.sighted(id)
      },
      () => store.send(`Sent ${++sends}`),
      () => {
        const { now } = store.offers.standings.value.get(open()) ?? {}
        return now && store.offers.move(now.id, { action: 'accept', version: now.version })
      },
      () => conversations.reload(),
      () => thread.retry(),
    ],
    shown: () => ({
      list: conversations.all.value.map(({ id, message, unreadCount }) => [id, message, unreadCount]),
      unread: conversations.unreadTotal.value,
      // A failed load says so and offers another.
      ...(thread.load.value.phase === 'failed'
        ? {}
        : {
            thread: rows().map((one) => [one.id, one.isRead, one.inquiry?.state, one.property?.address]),
            hasOlder: thread.hasOlder.value,
            offers: [...store.offers.standings.value.values()].map(({ now }) => now.version),
          }),
    }),
    truth() {
      const oldest = rows()[0]?.id ?? 0
      const all = open() === 0 ? [] : threadOf(open())
      const known = all.filter(({ id }) => id >= oldest)
      return {
        list: list().map((one) => [
          one.account.id,
          one.last_message?.calculated_body,
          one.customer_unread_count,
        ]),
        unread: messages.filter((one) => one.type === 'outbound' && !one.is_read).length,
        ...(thread.load.value.phase === 'failed'
          ? {}
          : {
              thread: known.map((one) => [
                one.id,
                one.is_read,
                one.inquiry?.state,
                one.property?.full_address ?? undefined,
              ]),
              hasOlder: known.length < all.length,
              offers: known.some(({ offer }) => offer) ? [offer(open()).version] : [],
            }),
      }
    },
    dispose: stop,
  }
}

const messenger: OpenStore = (world) => openMessenger(world, false)
const thread: OpenStore = (world) => openMessenger(world, true)

test.each(Object.entries({ messenger, thread }))('%s: never stale', (_, open) => expectNeverStale(open))

test.each([
  ['the server closed the socket', [['close'], ['answer'], ['change', 0]]],
  ['older messages changed while it was away', [...OPENED, ['change', 0], ['change', 2]]],
  [
    'a request was decided while its page was read',
    [...SUBSCRIBED, ['act', 0], ['handle'], ['change', 3], ['deliver']],
  ],
  [
    'a conversation changed its page while the list was read',
    [['answer'], ['change', 7], ['rejoin'], ['change', 10], ['handle'], ['change', 5]],
  ],
  [
    'a read mark came after a page that counts it, and before a message',
    [['answer'], ['rejoin'], ['change', 2], ['change', 0]],
  ],
  [
    'new messages pushed the same page to the next number twice',
    [...OPENED, ['change', 0], ['change', 0], ['answer'], ['change', 0], ['change', 0]],
  ],
  [
    'an offer moved while its thread was opened',
    [...SUBSCRIBED, ['act', 7], ['handle'], ['change', 9], ['deliver']],
  ],
  [
    'a seller read a message while its thread was opened',
    [
      ...SUBSCRIBED,
      ['change', 6],
      ['deliver'],
      ['act', 7],
      ['handle'],
      ['change', 7],
      ['deliver'],
      ['deliver'],
    ],
  ],
  [
    'a second unknown seller wrote while the list was read for the first',
    [...SUBSCRIBED, ['change', 10], ['deliver'], ['handle'], ['change', 15], ['deliver']],
  ],
  [
    'a request was decided while a send was looked for',
    [
      ...SUBSCRIBED,
      ['act', 0],
      ['answer'],
      ['answer'],
      ['act', 3],
      ['handle'],
      ['fail', 1],
      ['handle'],
      ['change', 3],
      ['deliver'],
    ],
  ],
] as const)('the messenger is not stale when %s', (_, steps) => expectFreshAfter(messenger, steps, false))
