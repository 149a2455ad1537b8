/** soketi in place of the embedded realtime server: the widget's own wiring and ours at the other end, nothing pretended. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PlatServer } from '#server/compose-server.ts'
import { createServer } from '#server/create-server.ts'
import { customerChannel } from '#shared/contract/events.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { ChatStore } from '#shared/thread/model.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { type Soketi, startSoketi } from '#tests/support/soketi.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import { type Pair, pairsOn, sellerWrites, shownTexts, storedTexts } from './people.ts'

const APP = { appId: 'plat', key: 'peer-key', secret: 'a secret for tests only' }

let soketi: Soketi
let server: PlatServer
let url: string
let pair: Pair
const opened: Pick<Tab, 'close'>[] = []

beforeAll(async () => {
  soketi = await startSoketi(APP)
  server = await createServer({
    database: await openTestDatabase(),
    realtime: { driver: 'pusher', ...APP, host: '127.0.0.1', port: soketi.port, useTLS: false },
    secret: 'a secret for tests only',
    log: { level: 'silent' },
  })
  url = (await server.listen({ port: 0, host: '127.0.0.1' })).url
  pair = await pairsOn(server.database)()
})
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})
afterAll(async () => {
  await server?.close({ graceMs: 0 })
  await soketi?.kill()
})

/** Configured by what our server tells pages, as a host would be. */
async function openThread(): Promise<ChatStore> {
  const config = await (await fetch(`${url}/broadcasting/config`)).json()
  const tab = openTab({ url, token: pair.buyer.token, key: APP.key, config })
  opened.push(tab)
  const store = await tab.store()
  store.select(pair.seller.id)
  await eventually(() => store.thread.load.value.phase === 'ready')
  return store
}

describe('soketi', () => {
  test('carries both directions of a conversation to every tab, and shows each message once', async () => {
    const [here, there] = [await openThread(), await openThread()]
    here.send('Is the roof newer than the listing says?')
    await eventually(() => shownTexts(there).at(-1) === 'Is the roof newer than the listing says?')
    await sellerWrites(url, pair, 'Replaced in 2021, papers in the seller app.')
    for (const store of [here, there])
      await eventually(() => shownTexts(store).at(-1) === 'Replaced in 2021, papers in the seller app.')
    const stored = await storedTexts(server.database, pair)
    expect([shownTexts(here), shownTexts(there)]).toEqual([stored, stored])
  })

  test('marks read on one tab what was read on the other', async () => {
    const [here, there] = [await openThread(), await openThread()]
    await sellerWrites(url, pair, 'The survey is in.')
    const unread = (store: ChatStore) => store.conversations.all.value[0]?.unreadCount
    await eventually(() => (unread(here) ?? 0) > 0 && (unread(there) ?? 0) > 0)
    const { rows } = here.thread
    for (let offset = 0; offset < rows.value.count; offset++) {
      const row = rows.value.at(offset)
      if (row?.kind === 'message' && !row.message.isRead) here.sighted(row.message.id)
    }
    await eventually(() => unread(there) === 0)
  })

  test('turns away a signature that is not ours, and the widget hears that it was refused', async () => {
    const refused = await new Promise<string>((resolve) => {
      const realtime = connectRealtime({
        config: { key: APP.key, wsHost: '127.0.0.1', wsPort: soketi.port, forceTLS: false },
        siteOrigin: url,
        authorise: async () => ({ auth: `${APP.key}:${'0'.repeat(64)}` }),
        handlers: { onState: () => {} },
        log: { warn: () => {}, error: () => {} },
      })
      opened.push(realtime)
      realtime.join(customerChannel('App', pair.buyer.id), {
        onSubscribed: () => resolve('subscribed'),
        onRefused: resolve,
      })
    })
    expect(refused).toBe('forbidden')
  })

  test('answers the heartbeat of the widget, so that a quiet line is kept', async () => {
    const [clock, states] = [createFakeClock(), [] as string[]]
    const realtime = connectRealtime({
      config: { key: APP.key, wsHost: '127.0.0.1', wsPort: soketi.port, forceTLS: false },
      siteOrigin: url,
      authorise: () => Promise.reject(new Error('Nothing private is joined.')),
      handlers: { onState: (state) => states.push(state) },
      log: { warn: () => {}, error: () => {} },
      clock,
    })
    opened.push(realtime)
    for (let round = 0; round < 5; round += 1) {
      // Answered behind the heartbeat, on the same line.
      await new Promise<void>((resolve) => {
        const handlers = { onSubscribed: resolve, onRefused: () => {} }
        realtime.join(`quiet-${round}`, handlers, { isPublic: true })
      })
      clock.advance(6000)
    }
    expect(states).toEqual(['connected'])
  })

  test('counts the sockets of a channel for our server', async () => {
    await openThread()
    await openThread()
    expect(await server.broadcaster.occupancy(customerChannel('App', pair.buyer.id))).toBe(2)
  })

  test('killed and started again, it is dialled again, and what was written meanwhile is fetched', async () => {
    const store = await openThread()
    await soketi.kill()
    await eventually(() => store.connection.value.phase !== 'live')
    expect(await sellerWrites(url, pair, 'Written while nobody could be told.')).toBe(true)
    await soketi.start()
    await eventually(() => shownTexts(store).at(-1) === 'Written while nobody could be told.')
    expect(shownTexts(store)).toEqual(await storedTexts(server.database, pair))
  })
})
