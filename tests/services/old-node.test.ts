/**
 * A server of this version goes on while one of the next version migrates the database and then works beside it, with people on both.
 * The order of events is that of locks and not of clocks: transactions that are open here hold the migration where the test needs it.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { ChatStore } from '#shared/thread/model.ts'
import {
  addBuyer,
  addSeller,
  type Buyer,
  type SellerSide,
  sendOffer,
} from '#tests/server/offers/offers/scene.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'
import { createDatabase } from '#tests/support/postgres-databases.ts'
import { peopleOf, type TestServer } from '#tests/support/server.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import { outgoing, sellerWrites, shownTexts, storedTexts } from './people.ts'

const KEY = 'versions'
const NEXT_VERSION = ['--import', 'tsx', 'tests/services/next-version.ts']

let made: Awaited<ReturnType<typeof createDatabase>>
let env: Record<string, string>
let database: OpenDatabase
let people: ReturnType<typeof peopleOf>
let old: NodeProcess
const nodes: NodeProcess[] = []
const tabs: Tab[] = []
const holders: pg.Client[] = []

beforeAll(async () => {
  made = await createDatabase()
  if (!made || !process.env.TEST_REDIS_URL)
    throw new Error('TEST_DATABASE_URL and TEST_REDIS_URL are needed.')
  env = {
    DATABASE_URL: made.url,
    REDIS_URL: process.env.TEST_REDIS_URL,
    LOG_LEVEL: 'info',
    PUSHER_APP_ID: `versions-${randomUUID()}`,
    PUSHER_APP_KEY: KEY,
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    CAPTCHA_DRIVER: 'none',
  }
  old = await startNode()
  database = await openDatabase({ url: made.url })
  people = peopleOf({ database })
}, 180_000)
afterAll(async () => {
  for (const tab of tabs) tab.close()
  await Promise.all(holders.map((holder) => holder.end().catch(() => {})))
  await Promise.all(nodes.map((node) => node.kill()))
  await database?.close()
  await made?.drop()
})

async function startNode(program?: readonly string[]): Promise<NodeProcess> {
  const node = await startNodeProcess(env, program ? { program } : {})
  nodes.push(node)
  return node
}

interface Side {
  buyer: Buyer
  seller: SellerSide
  url: string
  /** Of the buyer's tab. */
  thread: ChatStore
  /** What the server acknowledged. */
  texts: string[]
  offers: number[]
}

/** People whose calls and sockets lead to one server. */
async function peopleOn({ url }: NodeProcess): Promise<Side> {
  const server = { database, ...people, call: callerOf(url) }
  const [buyer, seller] = [await addBuyer(server), await addSeller(server)]
  await people.introduce(buyer, seller)
  const tab = openTab({ url, token: buyer.token, key: KEY })
  tabs.push(tab)
  const thread = await tab.store()
  thread.select(seller.id)
  await eventually(() => thread.thread.load.value.phase === 'ready')
  return { buyer, seller, url, thread, texts: [], offers: [] }
}

const callerOf =
  (url: string): TestServer['call'] =>
  async (method, path, options = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${options.token}`,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    return {
      status: response.status,
      body: await response.json().catch(() => null),
      headers: {},
      cookies: [],
    }
  }

/** Both write, the buyer makes an offer, and all of it is acknowledged. */
async function work(side: Side, when: string): Promise<void> {
  const { thread, buyer, seller, texts, offers } = side
  const [asked, answered] = [`Asked ${when}`, `Answered ${when}`]
  thread.send(asked)
  expect(await sellerWrites(side.url, { buyer, seller }, answered)).toBe(true)
  await expect.poll(() => shownTexts(thread)).toEqual(expect.arrayContaining([asked, answered]))
  expect(outgoing(thread)).toEqual([])
  texts.push(asked, answered)
  const propertyId = await people.addProperty(seller.id, `${offers.length + 1} Live Oak St`)
  offers.push((await sendOffer(buyer, propertyId)).id)
}

async function expectNothingLost(sides: readonly Side[]): Promise<void> {
  for (const { buyer, seller, texts, offers } of sides) {
    expect(await storedTexts(database, { buyer, seller })).toEqual(expect.arrayContaining(texts))
    const { body } = await buyer.get('/offer')
    expect(body.data.map(({ id }: { id: number }) => id).sort()).toEqual([...offers].sort())
  }
}

/** A transaction that has run one statement and stays open until it is called. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: made?.url })
  holders.push(client)
  await client.connect()
  await client.query('begin isolation level repeatable read')
  await client.query(statement)
  return async () => void (await client.query('commit'))
}

/** Resolves when PostgreSQL reports a row of this query. */
const seen = (query: ReturnType<typeof sql>) =>
  expect
    .poll(async () => (await query.execute(database.db)).rows.length, { timeout: 60_000 })
    .toBeGreaterThan(0)

const health = async ({ url }: NodeProcess) => (await fetch(`${url}/healthz`)).status

test('nobody loses anything while the next version migrates, works beside this one, and is taken back', async () => {
  const here = await peopleOn(old)
  await work(here, 'before the upgrade')

  const [endRead, endSnapshot] = [
    await hold('select count(*) from messages'),
    await hold('select 1 from settings'),
  ]
  const starting = startNode(NEXT_VERSION)
  await seen(sql`select 1 from pg_locks
    where relation = 'messages'::regclass and mode = 'AccessExclusiveLock' and not granted`)
  await work(here, 'while the migration waits for a table')
  expect(await health(old)).toBe(200)

  await endRead()
  // It has added its columns, and waits for the older transaction.
  await seen(sql`select 1 from pg_stat_progress_create_index where command = 'CREATE INDEX CONCURRENTLY'
    and phase like 'waiting for%'`)
  await work(here, 'while an index is built')
  expect(await health(old)).toBe(200)
  await endSnapshot()

  const next = await starting
  const there = await peopleOn(next)
  for (const side of [here, there]) await work(side, 'with both versions')
  // From one version to the other.
  expect(await sellerWrites(next.url, here, 'Written at the next version')).toBe(true)
  await expect.poll(() => shownTexts(here.thread)).toContain('Written at the next version')
  expect([await health(old), await health(next)]).toEqual([200, 200])
  await expectNothingLost([here, there])

  // The upgrade is taken back: this version starts on the newer schema.
  await next.kill()
  const again = await startNode()
  expect(again.said()).toContain('a newer version has migrated the database (9001-labels, 9002-labels-index)')
  const back = await peopleOn(again)
  await work(back, 'after the next version was taken back')
  await expectNothingLost([here, back])
}, 180_000)

test('a version whose tables were contracted ends at its start with a sentence', async () => {
  const contract = '9003-contract-9001-labels'
  await sql`insert into kysely_migration values (${contract}, ${new Date().toISOString()})`.execute(
    database.db,
  )
  await expect(startNode()).rejects.toThrow(
    `A newer version has removed what this version uses from the database (migration ${contract}).`,
  )
  expect(await health(old)).toBe(200)
}, 60_000)
