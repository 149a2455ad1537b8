import { describe, expect, test } from 'vitest'
import { markTextMessagesRead } from '#shared/contract/messenger.ts'
import { type FakeBackend, settled } from '#tests/support/fake-backend.ts'
import { answerAll, deliverEvents, openStore, openThread, rowsOf } from './open-store.ts'

/** By another tab of the customer's, which the socket says nothing of yet. */
function markElsewhere({ backend, id }: { backend: FakeBackend; id: number }): void {
  void backend.api(markTextMessagesRead, {
    params: { customer: 7 },
    body: { is_read: true, text_messages_ids: [id] },
  })
  backend.calls.at(-1)?.answer()
}

describe('read marks', () => {
  async function withUnread() {
    const world = await openThread()
    const { id } = world.backend.say(1, 'Read me')
    deliverEvents(world)
    return { ...world, id }
  }

  /** After the gap is closed, and still after the next delivery. */
  async function expectOneUnread(world: Awaited<ReturnType<typeof withUnread>>) {
    world.realtime.subscribe()
    await answerAll(world)
    expect(world.store.conversations.unreadTotal.value).toBe(1)
    world.clock.advance(5000)
    await answerAll(world)
    expect(world.store.conversations.unreadTotal.value).toBe(1)
  }

  test('an unread message seen for one second is marked read at the next tick', async () => {
    const world = await withUnread()
    world.store.sighted(world.id)
    world.clock.advance(1000)
    expect(world.backend.calls).toHaveLength(0)
    // Its row says so before the server knows.
    expect(world.store.readsWaiting.value).toEqual([1])
    world.clock.advance(5000)
    await answerAll(world)
    expect(world.store.readsWaiting.value).toEqual([])
    expect(world.backend.unread(1)).toBe(0)
    expect(world.store.conversations.unreadTotal.value).toBe(0)
    expect(rowsOf(world.store).at(-1)).toMatchObject({ message: { isRead: true } })
  })

  test('a thread names what was unread when it was opened, over pages, also once it is read', async () => {
    const world = openStore()
    world.backend.addAccount(1)
    const read = world.backend.say(1, 'Old', { is_read: true }).id
    const ids = Array.from({ length: 5 }, (_, n) => world.backend.say(1, `New ${n}`).id)
    world.backend.events.length = 0
    world.store.init()
    await answerAll(world)
    world.store.select(1)
    await answerAll(world)
    expect(world.store.thread.unread.value).toEqual(ids)
    for (const id of [read, ...ids]) world.store.sighted(id)
    world.clock.advance(6000)
    await answerAll(world)
    expect(world.backend.unread(1)).toBe(0)
    expect(world.store.thread.unread.value).toEqual(ids)
  })

  test('one that leaves the screen before the second is over is not', async () => {
    const world = await withUnread()
    world.store.sighted(world.id)
    world.clock.advance(999)
    world.store.unsighted(world.id)
    world.clock.advance(10_000)
    await answerAll(world)
    expect(world.backend.unread(1)).toBe(1)
  })

  test('a failed delivery is shown and kept for the next tick', async () => {
    const world = await withUnread()
    world.store.sighted(world.id)
    world.clock.advance(6000)
    await settled()
    world.backend.calls[0]?.fail({ kind: 'offline' })
    await settled()
    expect(world.store.readMarks.value.phase).toBe('failed')
    expect(world.store.conversations.unreadTotal.value).toBe(1)
    world.clock.advance(5000)
    await answerAll(world)
    expect(world.store.readMarks.value.phase).toBe('ready')
    expect(world.store.conversations.unreadTotal.value).toBe(0)
  })

  test('what is due when the page goes is delivered by a call that outlives it', async () => {
    const world = await withUnread()
    world.store.sighted(world.id)
    world.clock.advance(1000)
    world.store.flushReadMarks()
    expect(world.backend.calls[0]).toMatchObject({ name: 'markTextMessagesRead', keepalive: true })
  })

  test('marks made at another device lower the count here, and are not counted twice', async () => {
    const world = await withUnread()
    const read = { account_id: 1, customer_id: 7, text_messages_ids: [world.id] }
    world.realtime.send('TextMessagesRead', read)
    world.realtime.send('TextMessagesRead', read)
    expect(world.store.conversations.unreadTotal.value).toBe(0)
    expect(rowsOf(world.store).at(-1)).toMatchObject({ message: { isRead: true } })
    world.store.sighted(world.id)
    world.clock.advance(10_000)
    expect(world.backend.calls).toHaveLength(0)
  })

  test('marks whose first answer was lost are not counted twice, for the list may have them already', async () => {
    const world = await withUnread()
    world.store.sighted(world.id)
    world.clock.advance(6000)
    await settled()
    world.backend.calls[0]?.reach()
    world.backend.calls[0]?.fail({ kind: 'timeout' })
    world.backend.say(1, 'Another')
    await expectOneUnread(world)
  })

  test('marks that a thread shows as made elsewhere take no newer message off the count', async () => {
    const world = await withUnread()
    world.store.sighted(world.id)
    world.clock.advance(1000)
    markElsewhere(world)
    world.backend.say(1, 'Newer')
    await expectOneUnread(world)
  })

  test('a list that could not be read again is asked for until it comes', async () => {
    const world = await withUnread()
    void world.store.conversations.reload()
    await settled()
    world.backend.calls[0]?.fail({ kind: 'timeout' })
    await settled()
    expect(world.store.conversations.load.value.phase).toBe('failed')
    world.clock.advance(15_000)
    await answerAll(world)
    expect(world.store.conversations.load.value.phase).toBe('ready')
  })

  test('a page of the list that set out before marks were told of does not bring their count back', async () => {
    const world = await withUnread()
    void world.store.conversations.reload()
    await settled()
    world.backend.calls[0]?.reach()
    const read = { account_id: 1, customer_id: 7, text_messages_ids: [world.id], customer_unread_count: 0 }
    markElsewhere(world)
    world.realtime.send('TextMessagesRead', read)
    await answerAll(world)
    expect(world.store.conversations.unreadTotal.value).toBe(0)
  })

  test('a total that a newer message has overtaken takes nothing off its count', async () => {
    const world = await withUnread()
    markElsewhere(world)
    world.backend.events.length = 0
    world.backend.say(1, 'Newer')
    deliverEvents(world)
    const read = { account_id: 1, customer_id: 7, text_messages_ids: [world.id], customer_unread_count: 0 }
    world.realtime.send('TextMessagesRead', read)
    await answerAll(world)
    expect(world.store.conversations.unreadTotal.value).toBe(1)
  })

  test('a page of the thread that set out before a mark and comes after the list does not bring its count back', async () => {
    const world = await withUnread()
    world.store.clearSelection()
    world.store.select(1)
    await settled()
    const [page] = world.backend.calls
    page?.reach()
    markElsewhere(world)
    void world.store.conversations.reload()
    await settled()
    world.backend.calls.at(-1)?.answer()
    await settled()
    expect(world.store.conversations.unreadTotal.value).toBe(0)
    page?.answer()
    await answerAll(world)
    expect(world.store.conversations.unreadTotal.value).toBe(0)
  })

  test('an idle store has no timer', async () => {
    const world = await withUnread()
    expect(world.clock.timers).toBe(0)
    world.store.sighted(world.id)
    world.clock.advance(6000)
    await answerAll(world)
    expect(world.clock.timers).toBe(0)
  })
})
