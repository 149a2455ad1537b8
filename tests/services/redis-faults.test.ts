/** Everything a line between a node and Redis can do to it: cut, silent, late, slow, not there yet. No live event is lost for good. */
import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { startNode, type TestNode } from '#tests/server/core/realtime/node.ts'
import { joinChannel, openSocket, type RawSocket } from '#tests/server/core/realtime/raw-socket.ts'
import { type ChaosProxy, startChaosProxy } from '#tests/support/chaos-proxy.ts'

const CHANNEL = customerChannel('App', 7)
const redisUrl = process.env.TEST_REDIS_URL ?? ''

let app: { appId: string; key: string; secret: string }
let proxy: ChaosProxy
const running: { stop(): Promise<unknown> }[] = []

beforeEach(async () => {
  if (!redisUrl) throw new Error('TEST_REDIS_URL is needed.')
  app = { appId: `faults-${randomUUID()}`, key: 'faults', secret: 'a secret for tests only' }
  proxy = await startChaosProxy(redisUrl)
})
afterEach(async () => {
  proxy.set({ mode: 'pass' })
  await Promise.all(running.splice(0).map((each) => each.stop()))
  await proxy.close()
})

async function start(url: string): Promise<TestNode> {
  const node = await startNode({ redisUrl: url, app, limits: { busBeatMs: 40 } })
  running.push(node)
  return node
}
/** One whose line to Redis the test plays with, and one whose line is sound. */
const startTwo = () => Promise.all([start(proxy.through(redisUrl)), start(redisUrl)])

interface Client {
  /** What it heard over all of its sockets. */
  readonly heard: ReadonlySet<string>
  /** With which codes it was sent away. */
  readonly codes: readonly number[]
}

/** Listens, and comes back whenever it is asked to, as the browser's client does. */
async function listenOn(node: TestNode): Promise<Client> {
  const client = { heard: new Set<string>(), codes: [] as number[] }
  const channel = `private-${CHANNEL}`
  let isStopped = false
  let socket: RawSocket
  async function open(): Promise<void> {
    socket = await openSocket(node.socketUrl)
    socket.ws.on('message', (text) => {
      const { data } = JSON.parse(String(text)) as { data?: string }
      const { idv_status: said } = JSON.parse(data ?? '{}') as { idv_status?: string }
      if (said !== undefined) client.heard.add(said)
    })
    void socket.closed.then((code) => {
      if (isStopped) return
      client.codes.push(code)
      return open()
    })
    await joinChannel(socket, channel, node.realtime.signChannel(socket.socketId, channel))
  }
  await open()
  running.unshift({
    async stop() {
      isStopped = true
      socket.ws.terminate()
    },
  })
  return client
}

const say = (node: TestNode, text: string) =>
  node.realtime.broadcaster.broadcast(CHANNEL, customerIdvStatusUpdated, { idv_status: text, idv_id: null })

/** Says it again and again until it is heard: how the test notices that two nodes hear each other. */
const untilHeard = (from: TestNode, { heard }: Client, text: string) =>
  expect
    .poll(
      async () => {
        await say(from, text)
        return heard.has(text)
      },
      { timeout: 15_000 },
    )
    .toBe(true)

const untilSentAway = ({ codes }: Client) => expect.poll(() => codes[0], { timeout: 15_000 }).toBe(4200)

describe('a line that is silent without being closed', () => {
  test.each([
    { name: 'both ways', only: undefined },
    { name: 'from Redis to the node', only: 'down' },
    { name: 'from the node to Redis', only: 'up' },
  ] as const)(
    '$name is replaced, and sockets that may have missed something are asked to fetch',
    async ({ only }) => {
      const [deaf, other] = await startTwo()
      const [near, far] = [await listenOn(deaf), await listenOn(other)]
      await untilHeard(other, near, 'before')
      proxy.set(only ? { mode: 'black-hole', only } : { mode: 'black-hole' })
      await say(other, 'missed by the deaf node')
      await say(deaf, 'perhaps missed by the other')
      await expect.poll(() => proxy.swallowed).toBeGreaterThan(0)
      // The open connections stay silent; new ones pass.
      proxy.set({ mode: 'pass' })
      if (only !== 'up') await untilSentAway(near)
      if (only !== 'down') await untilSentAway(far)
      await untilHeard(other, near, 'after')
      await untilHeard(deaf, far, 'after')
    },
  )
})

test('a node starts without Redis, and joins when it comes', async () => {
  proxy.set({ mode: 'cut' })
  const [late, other] = await startTwo()
  const early = await listenOn(late)
  await say(other, 'missed')
  proxy.set({ mode: 'pass' })
  await untilSentAway(early)
  await untilHeard(other, early, 'after')
})

test('health and metrics say when the other nodes cannot be reached', async () => {
  const [here, there] = await startTwo()
  const client = await listenOn(here)
  await untilHeard(there, client, 'before')
  expect([here.realtime.busState(), there.realtime.busState()]).toEqual(['ok', 'ok'])
  proxy.set({ mode: 'cut' })
  await expect.poll(() => here.realtime.busState()).toBe('unreachable')
  await say(here, 'stays here')
  await expect.poll(() => client.heard.has('stays here')).toBe(true)
  proxy.set({ mode: 'pass' })
  await expect.poll(() => here.realtime.busState()).toBe('ok')
  await untilSentAway(client)
  const counted = async (node: TestNode, name: string) =>
    Number(new RegExp(`^plat_realtime_${name} (\\d+)$`, 'm').exec(await node.metrics.metrics())?.[1])
  expect(await counted(here, 'bus_up')).toBe(1)
  // How it talks and how it listens, each at least once; the other node has not lost Redis then.
  expect(await counted(here, 'bus_losses_total')).toBeGreaterThan(
    1 + (await counted(there, 'bus_losses_total')),
  )
  for (const name of ['bus_failures_total', 'gaps_total'])
    expect(await counted(here, name)).toBeGreaterThan(0)
})

test('a subscription that Redis answers late ends no process, and is asked for again', async () => {
  const line = await startLateSubscriptions()
  running.push(line)
  const [here, there] = [await start(line.url), await start(redisUrl)]
  const client = await listenOn(here)
  await untilHeard(there, client, 'before')
  line.isLate = true
  line.cutOpen()
  await expect.poll(() => line.held).toBeGreaterThan(0)
  await expect.poll(() => line.givenUp, { timeout: 15_000 }).toBeGreaterThan(0)
  line.isLate = false
  await untilHeard(there, client, 'after')
})

test('a line that is cut again and again loses nothing that is not asked for', async () => {
  const [here, there] = await startTwo()
  const client = await listenOn(here)
  for (const round of [1, 2, 3]) {
    await untilHeard(there, client, `round ${round}`)
    proxy.cutOpen()
    await expect.poll(() => client.codes.length).toBeGreaterThanOrEqual(round)
  }
})

test.each([
  { name: 'slow', chaos: { mode: 'delay', ms: 150 } },
  { name: 'dribbling', chaos: { mode: 'dribble', bytes: 400, everyMs: 5 } },
] as const)('a $name line carries everything, and nobody is asked to come back', async ({ chaos }) => {
  const [here, there] = await startTwo()
  const [near, far] = [await listenOn(here), await listenOn(there)]
  proxy.set(chaos)
  for (let n = 1; n <= 3; n += 1) await Promise.all([say(there, `there ${n}`), say(here, `here ${n}`)])
  for (const { heard } of [near, far]) await expect.poll(() => heard.size).toBe(6)
  expect([near.codes, far.codes]).toEqual([[], []])
})

/** Redis behind a line that keeps subscriptions back while `isLate`; everything else passes at once. */
async function startLateSubscriptions() {
  const open = new Set<{ destroy(): unknown }>()
  const { hostname, port } = new URL(redisUrl)
  const line = { url: '', isLate: false, held: 0, givenUp: 0, cutOpen, stop }
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let isHeld = false
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        if (isHeld && socket === near) line.givenUp += 1
        near.destroy()
        far.destroy()
      })
    }
    far.pipe(near)
    near.on('data', (chunk) => {
      isHeld ||= line.isLate && chunk.includes('subscribe')
      if (isHeld) line.held += 1
      else far.write(chunk)
    })
  })
  function cutOpen() {
    for (const socket of open) socket.destroy()
    open.clear()
  }
  async function stop() {
    cutOpen()
    server.close()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  line.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}
