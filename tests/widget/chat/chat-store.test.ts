import { describe, expect, test } from 'vitest'
import { settled } from '#tests/support/fake-backend.ts'
import { answerAll, deliverEvents, openStore, openThread, rowsOf, textsOf } from './open-store.ts'

describe('conversations', () => {
  test('the first page shows while the others still load, the latest message first', async () => {
    const world = openStore({ pageSize: 2 })
    for (const accountId of [1, 2, 3]) world.backend.say(accountId, `From ${accountId}`)
    world.store.init()
    await settled()
    world.backend.calls[0]?.answer()
    await settled()
    const { conversations } = world.store
    expect(conversations.all.value.map(({ id }) => id)).toEqual([3, 2])
    expect(conversations.load.value.phase).toBe('loading')
    await answerAll(world)
    expect(conversations.all.value.map(({ id }) => id)).toEqual([3, 2, 1])
    expect(conversations.load.value.phase).toBe('ready')
    expect(conversations.unreadTotal.value).toBe(3)
  })

  test('a page that fails keeps the ones before it, and a reload brings the rest', async () => {
    const world = openStore({ pageSize: 2 })
    for (const accountId of [1, 2, 3]) world.backend.say(accountId, 'Hello')
    world.store.init()
    await settled()
    world.backend.calls[0]?.answer()
    await settled()
    world.backend.calls[0]?.fail({ kind: 'offline' })
    await settled()
    const { conversations } = world.store
    expect(conversations.load.value).toEqual({ phase: 'failed', failure: { kind: 'offline' } })
    expect(conversations.all.value).toHaveLength(2)
    void conversations.reload()
    await answerAll(world)
    expect(conversations.all.value).toHaveLength(3)
    expect(conversations.load.value.phase).toBe('ready')
  })

  test('the search finds a part of the name in any case', async () => {
    const world = openStore()
    world.backend.say(1, 'a')
    world.backend.say(12, 'b')
    world.store.init()
    await answerAll(world)
    world.store.conversations.query.value = ' COUNT 12'
    expect(world.store.conversations.found.value.map(({ id }) => id)).toEqual([12])
  })

  test('a live message while a page is on its way is counted once', async () => {
    const world = await openThread()
    void world.store.conversations.reload()
    await settled()
    const page = world.backend.calls[0]
    world.backend.say(1, 'Before the page was read')
    page?.reach()
    world.backend.say(1, 'After it was read')
    deliverEvents(world)
    await answerAll(world)
    expect(world.store.conversations.unreadTotal.value).toBe(2)
  })

  test('messages of unknown conversations reload the list once for a burst', async () => {
    const world = await openThread()
    world.backend.log.length = 0
    for (const accountId of [21, 22, 23]) world.backend.say(accountId, 'Hello')
    deliverEvents(world)
    await answerAll(world)
    expect(world.store.conversations.all.value).toHaveLength(4)
    expect(world.store.conversations.unreadTotal.value).toBe(3)
    expect(world.backend.log.filter((name) => name === 'listChats')).toHaveLength(2)
  })

  test('somebody new who writes while the list is read for another one is there as well', async () => {
    const world = await openThread()
    world.backend.say(21, 'Hello')
    deliverEvents(world)
    await settled()
    const reading = world.backend.calls.find(({ name }) => name === 'listChats')
    reading?.reach()
    world.backend.say(22, 'Good morning')
    deliverEvents(world)
    reading?.answer()
    await answerAll(world)
    expect(world.store.conversations.all.value.map(({ id }) => id)).toEqual(expect.arrayContaining([21, 22]))
  })
})

describe('the thread', () => {
  test('two pages are loaded, more on demand, and dates come in when their day is complete', async () => {
    const world = await openThread({ messages: 8, pageSize: 3 })
    const { thread } = world.store
    expect(textsOf(world.store)).toHaveLength(6)
    expect(rowsOf(world.store)[0]?.kind).toBe('message')
    const before = thread.rows.value
    void thread.loadOlder()
    await answerAll(world)
    expect(textsOf(world.store)).toHaveLength(8)
    expect(rowsOf(world.store)[0]?.kind).toBe('date')
    expect(thread.hasOlder.value).toBe(false)
    const after = thread.rows.value
    expect(after.firstIndex).toBe(before.firstIndex - 3)
    expect(before.at(0)).toEqual(after.at(3))
  })

  test('a second page that fails leaves the first, and a retry goes on from there', async () => {
    const world = openStore({ pageSize: 3 })
    for (let n = 0; n < 5; n++) world.backend.say(1, `Old ${n}`, { is_read: true })
    world.store.init()
    await answerAll(world)
    world.store.select(1)
    await settled()
    world.backend.calls.find(({ name }) => name === 'listTextMessages')?.answer()
    await settled()
    world.backend.calls.find(({ name }) => name === 'listTextMessages')?.fail({ kind: 'timeout' })
    await settled()
    const { thread } = world.store
    expect(thread.load.value.phase).toBe('ready')
    expect(thread.older.value.phase).toBe('failed')
    expect(textsOf(world.store)).toEqual(['Old 2', 'Old 3', 'Old 4'])
    void thread.retry()
    await answerAll(world)
    expect(thread.older.value.phase).toBe('ready')
    expect(textsOf(world.store)).toHaveLength(5)
  })

  test('a late answer of the conversation before changes nothing', async () => {
    const world = openStore()
    world.backend.say(1, 'From one')
    world.backend.say(2, 'From two')
    world.store.init()
    await answerAll(world)
    world.store.select(1)
    await settled()
    const late = world.backend.calls[0]
    world.store.select(2)
    await settled()
    late?.answer()
    await answerAll(world)
    expect(textsOf(world.store)).toEqual(['From two'])
  })

  test('messages that come while older pages load are not repeated and none is left out', async () => {
    const world = await openThread({ messages: 9, pageSize: 3 })
    for (let n = 0; n < 4; n++) world.backend.say(1, `New ${n}`)
    deliverEvents(world)
    void world.store.thread.loadOlder()
    await answerAll(world)
    const texts = world.backend.messages(1).map((each) => each.calculated_body)
    expect(textsOf(world.store)).toEqual(texts)
  })

  test('a live message is appended, announced, and previewed', async () => {
    const world = await openThread()
    world.backend.say(1, 'Still interested?')
    deliverEvents(world)
    deliverEvents(world)
    expect(textsOf(world.store).at(-1)).toBe('Still interested?')
    expect(world.store.thread.arrived.value?.message).toBe('Still interested?')
    expect(world.store.selected.value).toMatchObject({ message: 'Still interested?', unreadCount: 1 })
  })

  test('a request that is granted shows its state and the address in the open thread', async () => {
    const world = await openThread()
    world.backend.say(1, 'May I see it?', {
      action: 'address_request',
      property: { id: 5, full_address: 'Waco, TX 76701' },
      inquiry: { id: 9, type: 'address_request', state: 'pending' },
    })
    deliverEvents(world)
    const asked = () =>
      rowsOf(world.store)
        .flatMap((row) => (row.kind === 'message' ? [row.message] : []))
        .at(-1)
    expect(asked()).toMatchObject({ inquiry: { state: 'pending' }, property: { address: 'Waco, TX 76701' } })
    const address = '412 Live Oak St, Waco, TX 76701'
    const decision = {
      id: 9,
      type: 'address_request',
      state: 'granted',
      property_id: 5,
      account_id: 1,
      customer_id: 7,
    }
    world.realtime.send('InquiryUpdated', { ...decision, address })
    expect(asked()).toMatchObject({ inquiry: { state: 'granted' }, property: { address } })
  })

  test('a request that is granted while the thread is loaded shows its state and the address', async () => {
    const world = openStore()
    const request = world.backend.say(1, 'May I see it?', {
      action: 'address_request',
      property: { id: 5, full_address: 'Waco, TX 76701' },
      inquiry: { id: 9, type: 'address_request', state: 'pending' },
    })
    world.store.init()
    await answerAll(world)
    world.realtime.subscribe()
    await answerAll(world)
    world.store.select(1)
    await settled()
    const loading = world.backend.calls[0]
    loading?.reach()
    const decision = { id: 9, type: 'address_request', state: 'granted', property_id: 5, account_id: 1 }
    const address = '412 Live Oak St, Waco, TX 76701'
    Object.assign(request, {
      property: { id: 5, full_address: address },
      inquiry: { id: 9, type: 'address_request', state: 'granted' },
    })
    world.realtime.send('InquiryUpdated', { ...decision, customer_id: 7, address })
    await answerAll(world)
    const messages = rowsOf(world.store).flatMap((row) => (row.kind === 'message' ? [row.message] : []))
    expect(messages).toMatchObject([{ inquiry: { state: 'granted' }, property: { address } }])
  })

  test('a live card without words is previewed by its address', async () => {
    const world = await openThread()
    world.backend.say(1, '', { property: { id: 5, full_address: '412 Live Oak St, Waco, TX 76701' } })
    deliverEvents(world)
    expect(world.store.selected.value?.message).toBe('412 Live Oak St, Waco, TX 76701')
  })
})

describe('gaps', () => {
  test('what was missed while the line was down is read back to what is known', async () => {
    const world = await openThread({ messages: 4, pageSize: 3 })
    world.realtime.say('unavailable')
    expect(world.store.connection.value.phase).toBe('lost')
    for (let n = 0; n < 10; n++) world.backend.say(1, `Missed ${n}`)
    deliverEvents(world)
    world.realtime.subscribe()
    await settled()
    world.backend.say(1, 'While catching up')
    deliverEvents(world)
    await answerAll(world)
    expect(world.store.connection.value.phase).toBe('live')
    expect(textsOf(world.store)).toEqual(world.backend.messages(1).map((each) => each.calculated_body))
    expect(world.store.conversations.unreadTotal.value).toBe(11)
  })

  test.each([
    ['of a conversation with messages', 4],
    ['of an empty conversation', 0],
  ])('%s: an own send in between does not hide what was missed before it', async (_, messages) => {
    const world = await openThread({ messages, pageSize: 3 })
    world.realtime.say('unavailable')
    for (let n = 0; n < 8; n++) world.backend.say(1, `Missed ${n}`)
    deliverEvents(world)
    world.store.send('I am here')
    await answerAll(world)
    world.realtime.subscribe()
    await answerAll(world)
    expect(textsOf(world.store)).toEqual(world.backend.messages(1).map((each) => each.calculated_body))
  })

  test('catching up that fails is tried again while the line holds', async () => {
    const world = await openThread({ messages: 4, pageSize: 3 })
    world.realtime.say('connecting')
    world.backend.say(1, 'Missed')
    deliverEvents(world)
    world.realtime.subscribe()
    await settled()
    while (world.backend.calls.length > 0) {
      world.backend.calls[0]?.fail({ kind: 'offline' })
      await settled()
    }
    expect(textsOf(world.store)).not.toContain('Missed')
    world.clock.advance(2000)
    await answerAll(world)
    expect(textsOf(world.store)).toContain('Missed')
  })
})

describe('connection', () => {
  test.each([
    ['refused', (world: Awaited<ReturnType<typeof openThread>>) => world.realtime.refuse('forbidden')],
    ['silent', (world: Awaited<ReturnType<typeof openThread>>) => world.realtime.say('unavailable')],
    ['turned away', (world: Awaited<ReturnType<typeof openThread>>) => world.realtime.say('closed')],
  ])('a live server that is %s from the start leaves a note, and may come later', async (_, happen) => {
    const world = openStore()
    world.backend.say(1, 'Hello')
    world.store.init()
    expect(world.store.connection.value.phase).toBe('connecting')
    await answerAll(world)
    happen(world)
    expect(world.store.connection.value).toMatchObject({
      phase: 'off',
      note: expect.stringContaining('Reload'),
    })
    world.clock.advance(60_000)
    await settled()
    world.realtime.subscribe()
    expect(world.store.connection.value.phase).toBe('live')
  })

  test('the socket waits for the first page of the list', async () => {
    const world = openStore()
    world.store.init()
    await settled()
    expect(world.realtime.made).toBe(0)
    await answerAll(world)
    expect(world.realtime.made).toBe(1)
    expect(world.realtime.channel).toBe('App.Models.Customer.7')
  })

  test('a new configuration closes the old socket and joins anew', async () => {
    const world = await openThread()
    world.live.value = { kind: 'off', note: 'None' }
    expect(world.realtime.open).toBe(0)
    expect(world.store.connection.value).toEqual({ phase: 'off', note: 'None' })
    world.live.value = { kind: 'on', channel: 'Other.Models.Customer.7', connect: world.realtime.connect }
    await settled()
    expect(world.realtime.channel).toBe('Other.Models.Customer.7')
  })
})

describe('life', () => {
  test('the host hears of unread counts, selection and sends', async () => {
    const world = await openThread()
    world.backend.say(1, 'Hello')
    deliverEvents(world)
    world.store.send('Hi')
    await answerAll(world)
    world.store.clearSelection()
    const sentId = world.backend.messages(1).at(-1)?.id
    expect(world.events).toEqual([
      { type: 'unread', count: 0 },
      { type: 'conversation', accountId: 1 },
      { type: 'unread', count: 1 },
      { type: 'sent', accountId: 1, messageId: sentId },
      { type: 'conversation', accountId: null },
    ])
  })

  test('destroy clears everything and leaves nothing running', async () => {
    const world = await openThread()
    const { id } = world.backend.say(1, 'Hello')
    deliverEvents(world)
    world.store.sighted(id)
    world.store.draft(1).value = 'Half a thought'
    world.store.send('On its way')
    world.store.destroy()
    await answerAll(world)
    const { store } = world
    expect(store.status.value).toBe('destroyed')
    expect(store.conversations.all.value).toEqual([])
    expect(store.selected.value).toBeNull()
    expect(rowsOf(store)).toEqual([])
    expect(world.clock.timers).toBe(0)
    expect(world.realtime.open).toBe(0)
    expect(store.draft(1).value).toBe('')
    store.select(1)
    store.send('Too late')
    await answerAll(world)
    expect(store.selected.value).toBeNull()
  })

  test('a draft belongs to its conversation', async () => {
    const world = await openThread()
    world.store.draft(1).value = 'For one'
    expect(world.store.draft(2).value).toBe('')
    expect(world.store.draft(1).value).toBe('For one')
  })
})
