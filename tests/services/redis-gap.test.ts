/** Redis between two nodes breaks off: what could not be said is fetched once it is back, on whichever side it broke. */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { startNode, type TestNode } from '#tests/server/core/realtime/node.ts'
import { openSocket } from '#tests/server/core/realtime/raw-socket.ts'

let redis: Redis
let appId: string
let nodes: TestNode[]

beforeEach(async () => {
  const redisUrl = process.env.TEST_REDIS_URL
  if (!redisUrl) throw new Error('TEST_REDIS_URL is needed.')
  redis = new Redis(redisUrl)
  appId = `gap-${randomUUID()}`
  const app = { appId, key: 'gap', secret: 'a secret for tests only' }
  nodes = await Promise.all([startNode({ redisUrl, app }), startNode({ redisUrl, app })])
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  redis.disconnect()
})

/** Breaks connections of this test's nodes: those that listen, or those that talk. */
async function breakThose(which: 'listening' | 'talking', count: number): Promise<void> {
  const lines = String(await redis.client('LIST'))
    .split('\n')
    .filter((line) => line.includes(`name=plat:realtime:${appId} `))
    .filter((line) => / sub=0 /.test(line) === (which === 'talking'))
  expect(lines).toHaveLength(2)
  for (const line of lines.slice(0, count)) await redis.client('KILL', 'ID', /id=(\d+)/.exec(line)?.[1] ?? '')
}

const openOnEach = () => Promise.all(nodes.map((node) => openSocket(node.socketUrl)))

test('nodes that did not hear for a while ask their sockets to come back', async () => {
  const sockets = await openOnEach()
  await breakThose('listening', 2)
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4200, 4200])
})

test('a node that could not talk for a while has the sockets of the others come back', async () => {
  const sockets = await openOnEach()
  await breakThose('talking', 2)
  const payload = { idv_status: 'approved', idv_id: null }
  const isAnyClosed = Promise.race(sockets.map(({ closed }) => closed))
  let code: number | null = null
  void isAnyClosed.then((closed) => {
    code = closed
  })
  // Broadcasts go on; one of them meets the connection that is down.
  await expect
    .poll(
      async () => {
        for (const { realtime } of nodes)
          await realtime.broadcaster.broadcast(customerChannel('App', 7), customerIdvStatusUpdated, payload)
        return code
      },
      { timeout: 10_000, interval: 1 },
    )
    .toBe(4200)
})
