/** Webhooks of saved searches: signed, made again while they are not taken, paused after a day of that, and seen by their owner. */
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callsDueSince, deliverCalls } from '#server/matching/webhooks/deliver-calls.ts'
import type { SearchWebhookWire } from '#shared/contract/search-webhooks.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../../admin/staff.ts'
import { searchScene } from '../saved-searches/scene.ts'

interface Heard {
  delivery: string
  signature: string
  body: string
}

let receiver: Server
let url: string
let heard: Heard[]
let answer: number
/** Calls of a receiver that does not answer yet. */
let held: (() => void)[]
let server: TestServer
let scene: ReturnType<typeof searchScene>
let account: number
let avery: { token: string }
beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      const { 'plat-delivery': delivery, 'plat-signature': signature } = request.headers
      heard.push({ delivery: String(delivery), signature: String(signature), body })
      if (request.url === '/slow') held.push(() => reply.writeHead(answer).end())
      else reply.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  url = `http://${host}/deals`
  server = await startTestServer({ parts: { webhooks: { alsoHosts: [host] } } })
  scene = searchScene(server)
  account = (await server.addAccount()).id
  avery = await addStaff(server, 'Avery')
})
beforeEach(async () => {
  heard = []
  held = []
  answer = 200
  await server.database.db.deleteFrom('failed_work').execute()
})
afterAll(async () => {
  await server.close({ graceMs: 0 })
  receiver.close()
})

const HOUR_MS = 3_600_000
const webhook = async (
  who: Person,
  id: number,
  method: 'GET' | 'PUT' | 'POST' = 'GET',
  path = '',
): Promise<SearchWebhookWire> => {
  const reply = await scene.call(who, method, `/${id}/webhook${path}`, method === 'PUT' ? { url } : undefined)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body.data
}
/** As the rule of the clock does it. False when nothing was due. */
async function deliver(atMs?: number): Promise<boolean> {
  const nowMs = () => atMs ?? Date.now()
  const { db } = server.database
  if ((await callsDueSince(db, nowMs())) === null) return false
  await deliverCalls({
    db,
    broadcaster: server.broadcaster,
    prefix: 'App',
    nowMs,
    site: { origin: 'https://plat.example' },
    caller: server.parts.webhooks,
    log: server.app.log,
  })
  return true
}

const failedWork = async (method: 'GET' | 'POST' = 'GET', path = '?kind=search-webhooks') =>
  (await server.call(method, `/admin/api/failed-work${path}`, { token: avery.token })).body.data

let lastPrice = 2_000_000
async function searchWithHook() {
  const dana = await server.addCustomer()
  lastPrice += 1000
  const price = lastPrice
  const { id } = await scene.save(dana, `price=${price}-${price}`, { alert: 'off', name: 'Flips' })
  const secret = (await webhook(dana, id, 'PUT')).secret ?? ''
  const addDeal = async () => {
    const deal = await scene.deals.add(account, { price, is_street_shown: false })
    await scene.find()
    return deal
  }
  return { dana, id, secret, addDeal }
}

describe('a webhook', () => {
  it('is sent what came into its search, signed with its secret, and nothing that is hidden', async () => {
    const { dana, id, secret, addDeal } = await searchWithHook()
    const deal = await addDeal()
    await Promise.all([deliver(), deliver()])
    const [call] = heard
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(call?.signature ?? '') ?? []
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${call?.body}`).digest('hex'))
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      event: 'saved_search.new_deals',
      search: { id, name: 'Flips' },
      deals: [{ id: deal, url: `https://plat.example/property/${deal}` }],
    })
    expect([heard.length, call?.body.includes('Live Oak')]).toEqual([1, false])
    const { deliveries } = await webhook(dana, id)
    expect(deliveries).toMatchObject([{ state: 'delivered', status: 200, attempts: 1, property_ids: [deal] }])
  })

  it('that answers 500 for a day is called with growing pauses, then paused, and its owner sees it', async () => {
    const { dana, id, addDeal } = await searchWithHook()
    await addDeal()
    answer = 500
    const begin = Date.now()
    const gaps: number[] = []
    let before = begin
    for (let now = begin; now <= begin + 30 * HOUR_MS; now += 60_000) {
      const calls = heard.length
      if (!(await deliver(now))) continue
      if (heard.length > calls) gaps.push(now - before)
      before = now
    }
    expect(gaps.length).toBeLessThan(15)
    expect(gaps.slice(2)).toEqual(gaps.slice(2).toSorted((a, b) => a - b))
    expect(new Set(heard.map(({ delivery }) => delivery)).size).toBe(1)
    const seen = await webhook(dana, id)
    expect(seen.paused_reason).toContain('It answered 500.')
    expect(seen.deliveries).toMatchObject([{ state: 'waiting', status: 500, next_at: null }])
    const told = await server.database.db
      .selectFrom('notifications')
      .select('title')
      .where('customer_id', '=', dana.id)
      .execute()
    expect(told).toEqual([{ title: 'The webhook of “Flips” was paused' }])
  })

  it('loses nothing by a pause: what was not taken and what came meanwhile is sent once, when it goes on', async () => {
    const { dana, id, secret, addDeal } = await searchWithHook()
    const first = await addDeal()
    answer = 500
    const later = Date.now() + 25 * HOUR_MS
    await deliver()
    await deliver(later)
    const second = await addDeal()
    heard = []
    await deliver(later + 30 * HOUR_MS)
    expect(heard).toEqual([])
    expect(await webhook(dana, id)).toMatchObject({ waiting: 2, paused_at: expect.any(String) })
    expect(await scene.list(dana)).toMatchObject([{ id, is_webhook_paused: true }])
    answer = 200
    expect((await scene.call(dana, 'POST', `/${id}/webhook/test`)).status).toBe(409)
    expect(await webhook(dana, id, 'PUT')).toMatchObject({ paused_at: null, secret: null })
    expect(await failedWork()).toEqual([])
    const now = Date.now() + 1000
    await Promise.all([deliver(now), deliver(now)])
    await deliver(now)
    const told = heard.map(({ body }) => JSON.parse(body).deals.map((deal: { id: number }) => deal.id))
    expect(told.toSorted()).toEqual([[first], [second]].toSorted())
    const [call] = heard
    const [, t, v1] = /^t=(\d+),v1=(.+)$/.exec(call?.signature ?? '') ?? []
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${call?.body}`).digest('hex'))
    expect((await webhook(dana, id)).waiting).toBe(0)
    expect(await scene.list(dana)).toMatchObject([{ is_webhook_paused: false }])
  })

  it('that took nothing for a day is listed for staff, and retried from there with all that waits', async () => {
    const { dana, id, addDeal } = await searchWithHook()
    await addDeal()
    answer = 500
    const later = Date.now() + 25 * HOUR_MS
    await deliver()
    await deliver(later)
    await addDeal()
    const [work, ...others] = await failedWork()
    expect(others).toEqual([])
    expect(work).toMatchObject({
      label: 'Webhook call of saved search',
      state: 'given_up',
      tries: 2,
      error: 'It answered 500.',
      next_try_at: null,
    })
    expect((await server.call('GET', '/metrics')).body).toContain(
      'plat_dead_letters{kind="search-webhooks"} 1',
    )
    await failedWork('POST', `/${work.id}/retry`)
    expect(await webhook(dana, id)).toMatchObject({ waiting: 2, paused_at: null, paused_reason: null })
    ;[heard, answer] = [[], 200]
    await deliver(Date.now() + 1000)
    expect(heard).toHaveLength(2)
    expect(await webhook(dana, id)).toMatchObject({ waiting: 0 })
    for (const state of ['given_up', 'trying']) expect(await failedWork('GET', `?state=${state}`)).toEqual([])
  })

  it('does not send what waited for more than a month', async () => {
    const { dana, id, addDeal } = await searchWithHook()
    await addDeal()
    const { db } = server.database
    const old = new Date(Date.now() - 31 * 24 * HOUR_MS)
    await db.updateTable('webhook_deliveries').set({ created_at: old }).where('search_id', '=', id).execute()
    expect((await webhook(dana, id, 'PUT')).deliveries).toMatchObject([{ state: 'failed' }])
    await deliver()
    expect(heard).toEqual([])
  })

  it('says its secret once, and another one when it is asked for', async () => {
    const { dana, id, secret, addDeal } = await searchWithHook()
    expect(secret).toMatch(/^whsec_/)
    for (const method of ['GET', 'PUT'] as const) expect((await webhook(dana, id, method)).secret).toBeNull()
    const renewed = (await webhook(dana, id, 'POST', '/secret')).secret ?? ''
    expect(renewed).toMatch(/^whsec_/)
    expect(renewed).not.toBe(secret)
    await addDeal()
    await deliver()
    const [call] = heard
    const [, t, v1] = /^t=(\d+),v1=(.+)$/.exec(call?.signature ?? '') ?? []
    expect(v1).toBe(createHmac('sha256', renewed).update(`${t}.${call?.body}`).digest('hex'))
  })

  it('that failed once is called again, and works again when it is taken', async () => {
    const { dana, id, addDeal } = await searchWithHook()
    await addDeal()
    answer = 503
    await deliver()
    answer = 204
    await deliver()
    expect(heard).toHaveLength(1)
    await deliver(Date.now() + HOUR_MS)
    expect((await webhook(dana, id)).deliveries).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('that answers slowly holds up its own calls alone', async () => {
    const slow = await searchWithHook()
    const quick = await searchWithHook()
    await scene.call(slow.dana, 'PUT', `/${slow.id}/webhook`, { url: url.replace('/deals', '/slow') })
    // Due for a second: the column rounds to milliseconds, up as well.
    const due = { search_id: slow.id, property_ids: '[]', next_at: new Date(Date.now() - 1000) }
    const deliveries = Array.from({ length: 12 }, () => due)
    await server.database.db.insertInto('webhook_deliveries').values(deliveries).execute()
    const under = deliver()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await quick.addDeal()
    const told = async () => (await webhook(quick.dana, quick.id)).deliveries[0]?.state
    await expect.poll(told, { timeout: 8000 }).toBe('delivered')
    expect(held).toHaveLength(3)
    const answerAll = setInterval(() => {
      for (const end of held.splice(0)) end()
    }, 10)
    await under
    clearInterval(answerAll)
    expect((await webhook(slow.dana, slow.id)).waiting).toBe(0)
  })

  it('can be tried, and refuses an address in the house', async () => {
    const { dana, id } = await searchWithHook()
    await webhook(dana, id, 'POST', '/test')
    await deliver()
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({ event: 'test', deals: [] })
    const refused = await scene.call(dana, 'PUT', `/${id}/webhook`, { url: 'https://10.0.0.8/' })
    expect([refused.status, refused.body.errors.url[0]]).toEqual([422, expect.stringContaining('public')])
  })
})
