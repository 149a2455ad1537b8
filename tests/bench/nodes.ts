/**
 * Two servers as processes of their own on one PostgreSQL and one Redis: what it costs a message to cross to the other node,
 * and how long people are without their messenger when their node is killed.
 */
import { Redis } from 'ioredis'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { insertMessage } from '#server/messaging/insert-message.ts'
import { textMessageOutboundSent } from '#shared/contract/messenger.ts'
import { openSocket, type RawSocket } from '#tests/server/core/realtime/raw-socket.ts'
import { type Pair, pairsOn, sellerWrites, shownTexts, storedTexts } from '#tests/services/people.ts'
import { type Balancer, startBalancer } from '#tests/support/balancer.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'
import { eventually, openTab } from '#tests/support/tab.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { ms, publish, quantile, times } from './report.ts'

const PAIRS = 10
/** Per pair; the seller app may send sixty a minute. */
const SAMPLES = 25
const KILLS = 5
const KEY = 'bench'

interface Stage {
  database: OpenDatabase
  env: Record<string, string>
  nodes: [NodeProcess, NodeProcess]
  redisUrl: string
  newPair(): Promise<Pair>
}

export async function benchNodes(): Promise<void> {
  const [postgres, redis] = [startPostgres(), await startRedis()]
  if (!postgres || !redis) {
    process.stdout.write('nodes: needs the binaries of PostgreSQL and Redis, which are not here.\n')
    postgres?.stop()
    await redis?.stop()
    return
  }
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    PUSHER_APP_KEY: KEY,
    CAPTCHA_DRIVER: 'none',
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
  }
  const nodes = await startTwo(env)
  const database = await openDatabase({ url: postgres.url })
  const stage: Stage = { database, env, nodes, redisUrl: redis.url, newPair: pairsOn(database) }
  try {
    const crossing = await measureCrossing(stage)
    const kills: Kill[] = []
    for (let round = 0; round < KILLS; round++) kills.push(await measureKill(stage))
    report(crossing, kills)
  } finally {
    await Promise.all(stage.nodes.map((node) => node.kill()))
    await database.close()
    await redis.stop()
    postgres.stop()
  }
}

const startTwo = (env: Record<string, string>) => Promise.all([startNodeProcess(env), startNodeProcess(env)])

interface Crossing {
  same: number[]
  other: number[]
  /** Redis alone: publish to receipt. */
  bare: number[]
}

/** Each message is sent to the first node and awaited on a socket of either. */
async function measureCrossing({ nodes, redisUrl, newPair }: Stage): Promise<Crossing> {
  const crossing: Crossing = { same: [], other: [], bare: await measureBare(redisUrl) }
  for (let n = 0; n < PAIRS; n++) {
    const pair = await newPair()
    const sockets = await Promise.all(nodes.map((node) => listenAs(pair, node)))
    for (let sample = 0; sample < SAMPLES; sample++) {
      const sentAt = performance.now()
      const arrivals = sockets.map(async (socket) => {
        await socket.next(textMessageOutboundSent.name)
        return performance.now() - sentAt
      })
      await sellerWrites(nodes[0].url, pair, `Note ${sample}`)
      const [same = Number.NaN, other = Number.NaN] = await Promise.all(arrivals)
      crossing.same.push(same)
      crossing.other.push(other)
    }
    for (const socket of sockets) socket.ws.terminate()
  }
  return crossing
}

async function listenAs({ buyer }: Pair, { url }: NodeProcess): Promise<RawSocket> {
  const socket = await openSocket(`${url.replace('http', 'ws')}/app/${KEY}?protocol=7`)
  const channel = `private-App.Models.Customer.${buyer.id}`
  const answer = await fetch(`${url}/broadcasting/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${buyer.token}`, accept: 'application/json' },
    body: new URLSearchParams({ socket_id: socket.socketId, channel_name: channel }),
  })
  const data = { channel, ...((await answer.json()) as { auth: string; channel_data?: string }) }
  socket.send({ event: 'pusher:subscribe', data })
  await socket.next('pusher_internal:subscription_succeeded')
  return socket
}

async function measureBare(url: string): Promise<number[]> {
  const [talking, listening] = [new Redis(url), new Redis(url)]
  await listening.subscribe('bare')
  const took: number[] = []
  const payload = 'x'.repeat(400)
  for (let sample = 0; sample < PAIRS * SAMPLES; sample++) {
    const heard = new Promise<void>((resolve) => listening.once('message', () => resolve()))
    const sentAt = performance.now()
    await talking.publish('bare', payload)
    await heard
    took.push(performance.now() - sentAt)
  }
  talking.disconnect()
  listening.disconnect()
  return took
}

interface Kill {
  /** From the kill until the widget of somebody on that node is live on the other one. */
  backMs: number
  /** Until somebody on the other node sees what the dead one had written and not said. */
  unsaidMs: number
  acknowledged: number
  lost: number
}

/** Kills the first node while a seller writes to it, then puts another in its place. */
async function measureKill(stage: Stage): Promise<Kill> {
  const { database, nodes, env, newPair } = stage
  const pair = await newPair()
  const [first, second] = nodes.map(({ port }) => port) as [number, number]
  const lines = await Promise.all([startBalancer([first, second]), startBalancer([second, first])])
  const tabs = lines.map((line) => openTab({ url: line.url, token: pair.buyer.token, key: KEY }))
  const stores = await Promise.all(tabs.map((tab) => tab.store()))
  for (const store of stores) store.select(pair.seller.id)
  const [moved, stayed] = stores as [(typeof stores)[number], (typeof stores)[number]]
  await eventually(() => stores.every((store) => store.thread.load.value.phase === 'ready'))

  const acknowledged: string[] = []
  const talking = talk(lines[0], pair, acknowledged)
  await eventually(() => acknowledged.length >= 10)
  const { buyer, seller } = pair
  const unsaid = { customerId: buyer.id, accountId: seller.id, type: 'outbound', body: 'Unsaid' } as const
  await insertMessage(database.db, unsaid)
  await nodes[0].kill()
  const killedAt = performance.now()
  const since = async (ask: () => boolean) => {
    await eventually(ask)
    return performance.now() - killedAt
  }
  await eventually(() => moved.connection.value.phase !== 'live')
  const [backMs, unsaidMs] = await Promise.all([
    since(() => moved.connection.value.phase === 'live'),
    since(() => shownTexts(stayed).includes('Unsaid')),
  ])
  await talking
  const stored = new Set(await storedTexts(database, pair))
  for (const tab of tabs) tab.close()
  await Promise.all(lines.map((line) => line.close()))
  nodes[0] = await startNodeProcess(env)
  return {
    backMs,
    unsaidMs,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((text) => !stored.has(text)).length,
  }
}

async function talk(line: Balancer, pair: Pair, acknowledged: string[]): Promise<void> {
  for (let n = 1; n <= 40; n++)
    if (await sellerWrites(line.url, pair, `Note ${n}`)) acknowledged.push(`Note ${n}`)
}

function report({ same, other, bare }: Crossing, kills: readonly Kill[]): void {
  const of = (samples: readonly number[]) => [ms(quantile(samples, 0.5)), ms(quantile(samples, 0.99))]
  const reference = quantile(same, 0.5)
  const row = (what: string, samples: readonly number[]) => [
    what,
    ...of(samples),
    times(quantile(samples, 0.5) / reference),
  ]
  const total = (pick: (kill: Kill) => number) => kills.reduce((sum, kill) => sum + pick(kill), 0)
  publish({
    id: 'nodes',
    title: 'Two nodes',
    command: 'npm run bench -- nodes',
    note: `Two server processes with one PostgreSQL and one Redis, all on one machine. ${same.length} seller messages, each sent to the first node and awaited on a socket of either node. The ratio compares with the same node. “Redis alone” is the time from publishing 400 bytes to receiving them. Then the first node is killed (SIGKILL) ${kills.length} times while a seller sends messages through it: of ${total((kill) => kill.acknowledged)} acknowledged messages, ${total((kill) => kill.lost)} were lost. “Live again” is measured on the widget of a buyer whose node was killed. “Unbroadcast” is a message that was committed but not broadcast when the node was killed, until a buyer on the other node sees it.`,
    head: ['Path', 'p50', 'p99', 'ratio'],
    rows: [
      row('POST sent → frame, same node', same),
      row('POST sent → frame, other node', other),
      row('Redis alone', bare),
      row(
        'Node killed → live again on the other node',
        kills.map((kill) => kill.backMs),
      ),
      row(
        'Node killed → unbroadcast message shown',
        kills.map((kill) => kill.unsaidMs),
      ),
    ],
  })
}
