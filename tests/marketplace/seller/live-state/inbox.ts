/** The inbox of the seller app: the list of buyers, the open thread with its read marks and offers, and the team's notes. */
import { createChatRows } from '#marketplace/seller/chat-rows.ts'
import { createOpenThread } from '#marketplace/seller/open-thread.ts'
import {
  type ConversationNoteWire,
  notesUpdated,
  sellerAddNote,
  sellerDeleteNote,
  sellerNotes,
} from '#shared/contract/conversation-notes.ts'
import { conversationUpdated } from '#shared/contract/conversation-state.ts'
import { inquiryUpdated, offerUpdated } from '#shared/contract/events.ts'
import { type TextMessageWire, textMessageInboundSent, textMessagesRead } from '#shared/contract/messenger.ts'
import { sellerChats, sellerMarkRead, sellerMessages } from '#shared/contract/seller.ts'
import * as eg from '#tests/support/eg.ts'
import { type LiveWorld, refused } from '../../buyer/live-state/live-world.ts'
import type { OpenStore } from '../../buyer/live-state/play.ts'
import { listen, notesOf, pageOf } from './seller-world.ts'

const DANA = 7

export const chats: OpenStore = (world) => {
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
  const join = (guest_id: number, customer_id: number) => {
    for (const message of messages) if (message.customer_id === guest_id) message.customer_id = customer_id
    world.send(conversationUpdated, { customer_id, guest_id, ...stateOf(customer_id) })
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
  listen(world, { rows }, (message) => rows.arrive(message, false))
  return {
    changes: [
      (which) => say(1 + (which % 5)),
      (which) => finish(1 + (which % 3)),
      (which) => join(2 + (which % 2), 1),
    ],
    acts: [(which) => rows.markSeen(1 + (which % 3)), () => rows.load()],
    shown: () => rows.chats.value,
    truth: list,
  }
}

export const thread: OpenStore = (world) => {
  const messages = [1, 2, 3, 4, 5, 6, 7].map((id) => eg.wireMessage({ id, customer_id: 7 }))
  const decide = (id: number, which: number) => {
    const message = messages.find((one) => one.id === id)
    if (message) message.calculated_body = `Decided ${which}`
    world.send(inquiryUpdated, { customer_id: 7 })
  }
  world.serve(sellerMessages, ({ query }) => pageOf(messages.toReversed(), query?.page))
  const open = createOpenThread(world.api, world.clock)
  open.open(7, 'Dana')
  listen(world, { open }, open.merge)
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
      open.refresh,
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

/** Dana's thread, opened, closed and grown by hand; `wire` is how a message is by now. */
function threadOf(world: LiveWorld, wire: (id: number) => Partial<TextMessageWire>) {
  const ids = [1, 2, 3, 4, 5, 6, 7]
  const message = (id: number) => eg.wireMessage({ id, customer_id: DANA, ...wire(id) })
  world.serve(sellerMessages, ({ query }) => pageOf(ids.toReversed().map(message), query?.page))
  const open = createOpenThread(world.api, world.clock)
  open.open(DANA, 'Dana')
  listen(world, { open }, open.merge)
  return {
    open,
    ids,
    say() {
      ids.push(ids.length + 1)
      world.send(textMessageInboundSent, { message: message(ids.length) })
    },
    acts: [
      () => open.loadOlder(),
      open.refresh,
      () => {
        open.close()
        open.open(DANA, 'Dana')
      },
    ],
    /** As far back as the thread is shown. */
    shownIds() {
      const from = open.thread.value?.messages[0]?.id ?? 0
      return ids.filter((id) => id >= from)
    },
  }
}

export const readMarks: OpenStore = (world) => {
  const read = new Set<number>()
  const readAt = (id: number) => new Date(eg.EXAMPLE_MS + id * 60_000).toISOString()
  const { open, ids, say, acts, shownIds } = threadOf(world, (id) => ({
    is_read: read.has(id),
    read_at: read.has(id) ? readAt(id) : null,
  }))
  return {
    changes: [
      say,
      (which) => {
        const id = ids.length - which
        if (id < 1 || read.has(id)) return
        read.add(id)
        const about = { account_id: 1, customer_id: DANA, customer_unread_count: 0 }
        world.send(textMessagesRead, { ...about, text_messages_ids: [id], read_at: readAt(id) })
      },
    ],
    acts,
    shown: () => open.thread.value?.messages.map((one) => [one.id, one.isRead, one.readAt ?? null]),
    truth: () => shownIds().map((id) => [id, read.has(id), read.has(id) ? readAt(id) : null]),
  }
}

/** Two messages tell of each offer: 1 and 2 of offer 1, 3 and 4 of offer 2. */
export const offerBook: OpenStore = (world) => {
  const offerOf = (message: number) => Math.ceil(message / 2)
  const versions = new Map<number, number>()
  const told = (id: number) => ({ id, state: 'submitted' as const, version: versions.get(id) ?? 1 })
  const { open, ids, say, acts, shownIds } = threadOf(world, (id) => ({
    offer: { ...told(offerOf(id)), current_price: null } as TextMessageWire['offer'],
  }))
  return {
    changes: [
      say,
      (which) => {
        const id = offerOf(Math.max(1, ids.length - which))
        versions.set(id, told(id).version + 1)
        const about = { property_id: 9, account_id: 1, customer_id: DANA, turn: null }
        world.send(offerUpdated, { offer: { ...about, ...told(id) } })
      },
    ],
    acts,
    shown: () =>
      [...open.book.standings.value.values()]
        .map(({ now, last }) => [now.id, now.version, last.id])
        .sort(([one = 0], [other = 0]) => one - other),
    truth: () => {
      const lasts = new Map(shownIds().map((id) => [offerOf(id), id]))
      return [...lasts].map(([offer, last]) => [offer, told(offer).version, last])
    },
  }
}

export const notes: OpenStore = (world) => {
  const all = new Map<number, ConversationNoteWire[]>()
  const of = (customer: number) => all.get(customer) ?? []
  const keep = (customer_id: number, kept: ConversationNoteWire[]) => {
    all.set(customer_id, kept)
    world.send(notesUpdated, { customer_id })
  }
  let lastId = 0
  const write = (customer: number, text: string) => {
    const note = { id: ++lastId, text, author: null, created_at: new Date(eg.EXAMPLE_MS).toISOString() }
    keep(customer, [...of(customer), note])
    return note
  }
  const remove = (customer: number, id: number) => {
    if (!of(customer).some((note) => note.id === id)) throw refused(404)
    keep(
      customer,
      of(customer).filter((note) => note.id !== id),
    )
  }
  for (const text of ['First', 'Second', 'Third']) write(DANA, text)
  world.serve(sellerNotes, ({ params }) => ({ data: of(Number(params.customer)) }))
  world.serve(sellerAddNote, ({ params, body }) => ({ data: write(Number(params.customer), body.text) }))
  world.serve(sellerDeleteNote, ({ params }) => remove(Number(params.customer), Number(params.note)))
  world.serve(sellerMessages, () => pageOf([]))
  const open = createOpenThread(world.api, world.clock)
  const store = notesOf(world, open.thread)
  open.open(DANA, 'Dana')
  listen(world, { open, notes: store })
  const customer = () => open.thread.peek()?.customerId ?? DANA
  return {
    changes: [
      (which) => write(DANA + (which % 2), `Written ${which}`),
      (which) => {
        const [id] = [of(DANA)[which % 3]?.id ?? 0]
        if (id > 0) remove(DANA, id)
      },
      () => {
        const last = of(DANA).at(-1)
        if (last) remove(DANA, last.id)
      },
    ],
    acts: [
      (which) => store.add(customer(), `Mine ${which}`),
      (which) => {
        const note = store.rows.peek()[which]
        return note && store.remove(customer(), note.id)
      },
      (which) => (which === 3 ? open.close() : open.open(DANA + (which % 2), 'Dana')),
      store.load,
    ],
    shown: () => store.rows.value,
    truth: () => (open.thread.value === null ? [] : of(customer())),
  }
}
