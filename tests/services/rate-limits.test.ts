/** Rate limits of two nodes on one Redis: one count for both, and each its own while Redis is away. Nobody waits for Redis. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

const MESSAGES_A_MINUTE = 6

let line: ChaosProxy
let nodes: [TestServer, TestServer]
let buyer: Person
let seller: Seller

beforeEach(async () => {
  const url = process.env.TEST_REDIS_URL
  if (!url) throw new Error('TEST_REDIS_URL is needed.')
  line = await startChaosProxy(url)
  const shared = { database: await openTestDatabase(), limits: { sendsPerMinute: MESSAGES_A_MINUTE } }
  const redis = { url: line.through(url), namespace: `limits-${randomUUID()}` }
  nodes = [await startTestServer({ ...shared, redis }), await startTestServer({ ...shared, redis })]
  buyer = await nodes[0].addCustomer()
  seller = await nodes[0].addAccount()
  await nodes[0].introduce(buyer, seller)
})
afterEach(async () => {
  line.set({ mode: 'pass' })
  for (const { app } of nodes) await app.close()
  await nodes[0].close()
  await line.close()
})

const send = (node: TestServer, who = buyer) =>
  node.call('POST', `/customers/${who.id}/accounts/${seller.id}/text-messages`, {
    token: who.token,
    body: { message: 'Is it still available?' },
  })

/** One after another; what each was answered. */
async function sendTimes(times: number, node: TestServer, who = buyer): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await send(node, who)).status)
  return statuses
}

test('two nodes share one count', async () => {
  const [here, there] = nodes
  expect(await sendTimes(4, here)).toEqual([201, 201, 201, 201])
  expect(await sendTimes(3, there)).toEqual([201, 201, 429])
  const refused = await send(here)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test.each([
  { name: 'is gone', chaos: { mode: 'cut' } },
  { name: 'hangs', chaos: { mode: 'black-hole' } },
] as const)(
  'while Redis $name each node counts for itself, and both share again after it',
  async ({ chaos }) => {
    const [here, there] = nodes
    line.set(chaos)
    for (const node of nodes)
      expect(await sendTimes(MESSAGES_A_MINUTE + 1, node)).toEqual([
        ...Array(MESSAGES_A_MINUTE).fill(201),
        429,
      ])
    line.set({ mode: 'pass' })
    // A person of each try has counted nothing yet.
    await expect
      .poll(async () => {
        const other = await here.addCustomer()
        await here.introduce(other, seller)
        await sendTimes(MESSAGES_A_MINUTE, here, other)
        return (await send(there, other)).status
      })
      .toBe(429)
  },
)
