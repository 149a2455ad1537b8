/**
 * Two servers as processes of their own on one PostgreSQL and one Redis, each behind a line that leads to the other when it is
 * gone. What one of them said it has is never lost, whichever dies and whenever.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { insertMessage } from '#server/messaging/insert-message.ts'
import type { ChatStore } from '#shared/thread/model.ts'
import { type Balancer, startBalancer } from '#tests/support/balancer.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'
import { createDatabase } from '#tests/support/postgres-databases.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import { outgoing, type Pair, pairsOn, sellerWrites, shownTexts, storedTexts } from './people.ts'

const KEY = 'nodes'

let made: Awaited<ReturnType<typeof createDatabase>>
let database: OpenDatabase
let nodes: [NodeProcess, NodeProcess]
let lines: Balancer[]
let pair: Pair
const tabs: Tab[] = []

beforeAll(async () => {
  made = await createDatabase()
  if (!made || !process.env.TEST_REDIS_URL)
    throw new Error('TEST_DATABASE_URL and TEST_REDIS_URL are needed.')
  const env = {
    DATABASE_URL: made.url,
    REDIS_URL: process.env.TEST_REDIS_URL,
    PUSHER_APP_ID: `nodes-${randomUUID()}`,
    PUSHER_APP_KEY: KEY,
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    CAPTCHA_DRIVER: 'none',
  }
  // Both find an empty database and bring it up at the same time, as after a first deployment.
  nodes = await Promise.all([startNodeProcess(env), startNodeProcess(env)])
  database = await openDatabase({ url: made.url })
  pair = await pairsOn(database)()
  const [first, second] = nodes.map(({ port }) => port) as [number, number]
  lines = await Promise.all([startBalancer([first, second]), startBalancer([second, first])])
  // Two processes start, on a machine that may have more to do.
}, 180_000)
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})
afterAll(async () => {
  await Promise.all(lines?.map((line) => line.close()) ?? [])
  await Promise.all(nodes?.map((node) => node.kill()) ?? [])
  await database?.close()
  await made?.drop()
})

async function openThread(line: 0 | 1): Promise<ChatStore> {
  const tab = openTab({ url: lines[line]?.url ?? '', token: pair.buyer.token, key: KEY })
  tabs.push(tab)
  const store = await tab.store()
  store.select(pair.seller.id)
  await eventually(() => store.thread.load.value.phase === 'ready')
  return store
}

const isThere = (store: ChatStore, text: string) => eventually(() => shownTexts(store).includes(text), text)

/** Resolves when nothing is on its way and every tab shows exactly what is stored, in its order. */
async function inStep(stores: readonly ChatStore[]): Promise<void> {
  const differences = async () => {
    const stored = await storedTexts(database, pair)
    const isIdle = stores.every((store) => outgoing(store).every(({ state }) => state !== 'sending'))
    return isIdle ? stores.map(shownTexts).filter((shown) => shown.join('|') !== stored.join('|')) : 'sending'
  }
  await expect.poll(differences, { timeout: 15_000 }).toEqual([])
}

describe('two servers on one PostgreSQL and one Redis', () => {
  test('people on different servers talk with each other', async () => {
    const [here, there] = [await openThread(0), await openThread(1)]
    here.send('Sent to the first server.')
    await isThere(there, 'Sent to the first server.')
    await sellerWrites(nodes[1].url, pair, 'Answered on the second.')
    await inStep([here, there])
    expect(shownTexts(here)).toEqual(['Sent to the first server.', 'Answered on the second.'])
  })

  test('one killed in mid-conversation loses nothing it took, and its people go on with the other', async () => {
    const [here, there] = [await openThread(0), await openThread(1)]
    const taken: string[] = []
    const talk = async () => {
      for (let n = 1; n <= 60; n++)
        if (await sellerWrites(lines[0]?.url ?? '', pair, `Note ${n} of the seller`))
          taken.push(`Note ${n} of the seller`)
    }
    const talking = talk()
    for (let n = 1; n <= 10; n++) here.send(`Question ${n}`)
    await eventually(() => taken.length >= 10)
    // As the dying server does between its commit and its broadcast.
    const { buyer, seller } = pair
    const unsaid = { type: 'outbound', body: 'Written, and said to nobody' } as const
    await insertMessage(database.db, { customerId: buyer.id, accountId: seller.id, ...unsaid })
    await nodes[0].kill()
    await talking
    expect(taken.length).toBeGreaterThan(10)
    here.send('Who is there now?')
    await isThere(here, 'Who is there now?')
    await isThere(there, 'Who is there now?')
    expect(lines[0]?.leadsTo()).toBe(nodes[1].port)

    await inStep([here, there])
    const stored = await storedTexts(database, pair)
    for (const text of [...taken, unsaid.body]) expect(stored).toContain(text)
    const questions = stored.filter((text) => text.startsWith('Question '))
    expect(new Set(questions).size).toBe(questions.length)
    const lost = outgoing(here).map(({ text }) => text)
    expect([...questions, ...lost].sort()).toEqual(
      Array.from({ length: 10 }, (_, index) => `Question ${index + 1}`).sort(),
    )
  }, 40_000)
})
