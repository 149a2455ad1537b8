/**
 * Thousands of sockets on the whole server: memory of each, how long a message takes from its POST to the buyer's socket,
 * and how long an event to everybody takes. `npx tsx tests/bench/sockets.ts --sockets 5000`.
 *
 * With `--url`, `--email`, `--password`, `--app-id`, `--key` and `--secret` it measures a server that runs already; its
 * limit of sends per minute keeps the samples few.
 */
import { parseArgs } from 'node:util'
import Pusher from 'pusher'
import { createApi } from '#shared/api/client.ts'
import { login } from '#shared/contract/account.ts'
import { customerChannel } from '#shared/contract/events.ts'
import { CHANNEL_PREFIX, SENDS_PER_MINUTE } from '#shared/contract/limits.ts'
import { listChats, sendTextMessage } from '#shared/contract/messenger.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { type Child, sharedNowMs, startChild } from './child.ts'
import { quantile } from './report.ts'
import {
  type App,
  type ArrivedAt,
  BENCH_APP,
  type Buyer,
  EVERYONE,
  EVERYONE_EVENT,
  type Memory,
  type OpenSockets,
  type Started,
} from './sockets-words.ts'

export interface SocketOptions {
  sockets: number
  /** Messages sent one after the other. */
  samples?: number
  /** Events to everybody. */
  rounds?: number
  /** A server that runs already. */
  running?: { url: string; app: App; email: string; password: string }
}

/** Times in milliseconds, memory in bytes. */
export interface SocketResult {
  sockets: number
  connectMs: number
  /** Of a realtime node without a database. */
  memoryPerSocket: Memory
  /** From the POST going out, and from its 201 coming in (the frame may be faster: then it is negative). */
  unicast: { fromPostSent: Spread; fromAccepted: Spread; samples: number }
  /** From the call to broadcast until half of the sockets, and all of them, have the frame. */
  broadcast: { half: Spread; all: Spread; rounds: number }
  /** `ws` with nothing on top of it, with as many sockets in the same run. */
  bare: { memoryPerSocket: Memory; all: Spread }
}

export interface Spread {
  p50: number
  p99: number
}

const BUYERS = 20
const SAMPLES = 400
const ROUNDS = 20

export async function measureSockets(options: SocketOptions): Promise<SocketResult> {
  const bare = await measureBare(options.sockets, options.rounds ?? ROUNDS)
  const memoryPerSocket = await measureMemory(options.sockets)
  const server = options.running ? null : startChild('./sockets-server.ts')
  const clients = startChild('./sockets-clients.ts')
  try {
    const target = server ? await server.ask<Started>('start', { buyers: BUYERS }) : await logIn(options)
    const app = options.running?.app ?? BENCH_APP
    const started = sharedNowMs()
    const privateChannels = target.buyers.map(({ id }) => `private-${customerChannel(CHANNEL_PREFIX, id)}`)
    const wanted: OpenSockets = { url: target.url, app, count: options.sockets, privateChannels }
    await clients.ask('open', wanted)
    const connectMs = sharedNowMs() - started
    await warmUp({ target, app, clients })
    const most = options.running ? SENDS_PER_MINUTE - 2 : SAMPLES
    return {
      sockets: options.sockets,
      connectMs,
      memoryPerSocket,
      unicast: await unicast(target, clients, Math.min(options.samples ?? most, most)),
      broadcast: await broadcasts({ target, app, clients }, options.rounds ?? ROUNDS),
      bare,
    }
  } finally {
    await clients.stop()
    await server?.stop()
  }
}

async function logIn({ running }: SocketOptions): Promise<Started> {
  if (!running) throw new Error('There is no running server to log in to.')
  const { url, email, password } = running
  const recaptchaToken = await solveCaptchaAt(url)
  const answer = await apiOf(url, null)(login, {
    body: { email, password, ...(recaptchaToken ? { recaptcha_token: recaptchaToken } : {}) },
  })
  const { token, user } = answer.data
  if (token === undefined) throw new Error('The login gave no bearer.')
  const chats = await apiOf(url, token)(listChats, { params: { customer: user.id }, query: {} })
  const account = chats.data[0]?.account
  if (!account) throw new Error('This login has no conversation to write to.')
  return { url, accountId: account.id, buyers: [{ id: user.id, token }] }
}

const apiOf = (url: string, token: string | null) =>
  createApi({ base: `${url}/customer/api`, token: () => token })

/** The first calls compile code and open pools; people meet a warm server. */
async function warmUp(on: Stage): Promise<void> {
  await unicast(on.target, on.clients, 1)
  await broadcasts(on, 1)
}

const send = ({ url, accountId }: Started, buyer: Buyer, message: string) =>
  apiOf(url, buyer.token)(sendTextMessage, {
    params: { customer: buyer.id, account: accountId },
    body: { message },
  })

async function trigger({ url }: Started, { appId, key, secret }: App): Promise<void> {
  const { hostname, port, protocol } = new URL(url)
  const useTLS = protocol === 'https:'
  const pusher = new Pusher({ appId, key, secret, host: hostname, useTLS, ...(port ? { port } : {}) })
  await pusher.trigger(EVERYONE, EVERYONE_EVENT, { text: 'x'.repeat(200) })
}

async function measureMemory(sockets: number): Promise<Memory> {
  const [node, clients] = [startChild('./sockets-node.ts'), startChild('./sockets-clients.ts')]
  try {
    return await memoryOf({ node, clients }, sockets)
  } finally {
    await clients.stop()
    await node.stop()
  }
}

async function measureBare(sockets: number, rounds: number): Promise<SocketResult['bare']> {
  const [node, clients] = [startChild('./sockets-bare.ts'), startChild('./sockets-clients.ts')]
  try {
    const memoryPerSocket = await memoryOf({ node, clients }, sockets)
    const all: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const heard = clients.ask<ArrivedAt>('everyone')
      await clients.ask('ready')
      const calledAt = sharedNowMs()
      await node.ask('tellEveryone')
      all.push((await heard).last - calledAt)
    }
    return { memoryPerSocket, all: spread(all) }
  } finally {
    await clients.stop()
    await node.stop()
  }
}

/** Bytes that each socket adds to the node. */
async function memoryOf(
  { node, clients }: { node: Child; clients: Child },
  sockets: number,
): Promise<Memory> {
  const url = await node.ask<string>('url')
  const before = await node.ask<Memory>('memory')
  const privateChannels = Array.from(
    { length: sockets },
    (_, n) => `private-${customerChannel(CHANNEL_PREFIX, n + 1)}`,
  )
  await clients.ask('open', { url, app: BENCH_APP, count: sockets, privateChannels } satisfies OpenSockets)
  const after = await node.ask<Memory>('memory')
  return { rss: (after.rss - before.rss) / sockets, heap: (after.heap - before.heap) / sockets }
}

interface Stage {
  target: Started
  app: App
  clients: Child
}

async function unicast(target: Started, clients: Child, samples: number): Promise<SocketResult['unicast']> {
  const [fromSent, fromAccepted]: [number[], number[]] = [[], []]
  for (let sample = 0; sample < samples; sample += 1) {
    const socket = sample % target.buyers.length
    const buyer = target.buyers[socket]
    if (!buyer) break
    const heard = clients.ask<number>('next', { socket })
    const sentAt = sharedNowMs()
    await send(target, buyer, `message ${sample}`)
    const acceptedAt = sharedNowMs()
    const arrivedAt = await heard
    fromSent.push(arrivedAt - sentAt)
    fromAccepted.push(arrivedAt - acceptedAt)
  }
  return { fromPostSent: spread(fromSent), fromAccepted: spread(fromAccepted), samples }
}

async function broadcasts(
  { target, app, clients }: Stage,
  rounds: number,
): Promise<SocketResult['broadcast']> {
  const [half, all]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const heard = clients.ask<ArrivedAt>('everyone')
    const calledAt = sharedNowMs()
    await trigger(target, app)
    const at = await heard
    half.push(at.half - calledAt)
    all.push(at.last - calledAt)
  }
  return { half: spread(half), all: spread(all), rounds }
}

const spread = (samples: readonly number[]): Spread => ({
  p50: quantile(samples, 0.5),
  p99: quantile(samples, 0.99),
})

export function socketLines(result: SocketResult): string[] {
  const ms = ({ p50, p99 }: Spread) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  const memory = result.memoryPerSocket
  return [
    `sockets                   ${result.sockets}, connected in ${(result.connectMs / 1000).toFixed(1)} s`,
    `memory each               ${(memory.rss / 1024).toFixed(1)} KB resident, ${(memory.heap / 1024).toFixed(1)} KB of it heap`,
    `POST sent → frame         ${ms(result.unicast.fromPostSent)} (${result.unicast.samples} messages)`,
    `POST accepted → frame     ${ms(result.unicast.fromAccepted)}`,
    `broadcast → half          ${ms(result.broadcast.half)} (${result.broadcast.rounds} rounds)`,
    `broadcast → all           ${ms(result.broadcast.all)}`,
    `bare ws, to all           ${ms(result.bare.all)}, ${(result.bare.memoryPerSocket.rss / 1024).toFixed(1)} KB resident each`,
  ]
}

if (process.argv[1] === import.meta.filename) await main()

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      sockets: { ...text, default: '5000' },
      samples: text,
      url: text,
      email: text,
      password: text,
      'app-id': text,
      key: text,
      secret: text,
    },
  })
  const { url, email, password, 'app-id': appId, key, secret } = values
  const running =
    url && email && password && appId && key && secret
      ? { url: url.replace(/\/+$/, ''), email, password, app: { appId, key, secret } }
      : undefined
  if (url && !running) throw new Error('--url needs --email, --password, --app-id, --key and --secret.')
  const result = await measureSockets({
    sockets: Number(values.sockets),
    ...(values.samples ? { samples: Number(values.samples) } : {}),
    ...(running ? { running } : {}),
  })
  process.stdout.write(`${socketLines(result).join('\n')}\n${JSON.stringify(result)}\n`)
}
