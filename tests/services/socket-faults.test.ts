/** Everything a line between a browser and a node can do: silent, cut, slow. What was written meanwhile is on the screen in the end. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlatServer } from '#server/compose-server.ts'
import { createServer } from '#server/create-server.ts'
import { type Clock, systemClock } from '#shared/lib/clock.ts'
import type { ChatStore } from '#shared/thread/model.ts'
import { type Chaos, type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import { type Pair, pairsOn, sellerWrites, shownTexts, storedTexts } from './people.ts'

const KEY = 'socket-faults'

let server: PlatServer
let url: string
let newPair: () => Promise<Pair>
let pair: Pair
let proxy: ChaosProxy
const opened: Tab[] = []

beforeAll(async () => {
  server = await createServer({
    database: await openTestDatabase(),
    realtime: { driver: 'embedded', appId: 'faults', key: KEY, secret: 'a secret for tests only' },
    secret: 'a secret for tests only',
    log: { level: 'silent' },
  })
  url = (await server.listen({ port: 0, host: '127.0.0.1' })).url
  newPair = pairsOn(server.database)
})
beforeEach(async () => {
  pair = await newPair()
  proxy = await startChaosProxy(url)
})
afterEach(async () => {
  for (const tab of opened.splice(0)) tab.close()
  await proxy.close()
})
afterAll(() => server?.close({ graceMs: 0 }))

/** Twenty seconds in one: of the heartbeat and of dialing again, nothing else. */
const RUSH = 20
const rushing: Clock = {
  now: () => systemClock.now() * RUSH,
  after: (ms, run) => systemClock.after(ms / RUSH, run),
  every: (ms, run) => systemClock.every(ms / RUSH, run),
}

async function openThread(socketClock: Clock): Promise<ChatStore> {
  const config = { wsHost: '127.0.0.1', wsPort: proxy.port, forceTLS: false }
  const tab = openTab({ url, token: pair.buyer.token, key: KEY, config, socketClock })
  opened.push(tab)
  const store = await tab.store()
  store.select(pair.seller.id)
  await eventually(() => store.thread.load.value.phase === 'ready')
  return store
}

const isShown = (store: ChatStore, text: string) => eventually(() => shownTexts(store).includes(text), text)

test.each([
  { name: 'swallows everything', chaos: { mode: 'black-hole' } },
  { name: 'brings nothing', chaos: { mode: 'black-hole', only: 'down' } },
  { name: 'takes nothing', chaos: { mode: 'black-hole', only: 'up' } },
] as const)('a line that $name is shown as lost, and all is there when it is back', async ({ chaos }) => {
  const store = await openThread(rushing)
  await sellerWrites(url, pair, 'Before')
  await isShown(store, 'Before')
  proxy.set(chaos)
  await sellerWrites(url, pair, 'While it was silent')
  await eventually(() => store.connection.value.phase === 'lost', 'a line that is shown as lost')
  proxy.set({ mode: 'pass' })
  await eventually(() => store.connection.value.phase === 'live', 'a live line')
  await isShown(store, 'While it was silent')
  await sellerWrites(url, pair, 'After')
  await isShown(store, 'After')
  expect(shownTexts(store)).toEqual(await storedTexts(server.database, pair))
})

test('a line that is cut again and again loses nothing', async () => {
  const store = await openThread(rushing)
  for (const text of ['One', 'Two', 'Three']) {
    proxy.cutOpen()
    await sellerWrites(url, pair, text)
    await isShown(store, text)
    await eventually(() => store.connection.value.phase === 'live', 'a live line')
  }
  expect(shownTexts(store)).toEqual(await storedTexts(server.database, pair))
})

const slow: readonly (readonly [string, Chaos])[] = [
  ['is late', { mode: 'delay', ms: 300 }],
  ['dribbles', { mode: 'dribble', bytes: 60, everyMs: 10 }],
]
test.each(slow)(
  'a line that %s brings everything in its order and is never shown as lost',
  async (_, chaos) => {
    const store = await openThread(systemClock)
    const phases = new Set<string>()
    const stop = store.connection.subscribe(({ phase }) => void phases.add(phase))
    proxy.set(chaos)
    for (const text of ['One', 'Two', 'Three']) await sellerWrites(url, pair, text)
    await isShown(store, 'Three')
    expect(shownTexts(store)).toEqual(['One', 'Two', 'Three'])
    expect([...phases]).toEqual(['live'])
    stop()
  },
)
