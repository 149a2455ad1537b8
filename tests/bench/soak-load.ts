/** The load of the soak on two servers: people, their sockets, and calls at a steady rate, however slow the answers are. */
import { Agent, type RequestOptions, request } from 'node:http'
import { WebSocket } from 'ws'
import { signChannel } from '#server/core/realtime/signature.ts'
import { textMessageInboundSent } from '#shared/contract/messenger.ts'
import type { Pair } from '#tests/services/people.ts'

export const SOAK_APP = { appId: 'soak', key: 'soak', secret: '9f86d081884c7d659a2feaa0c55ad015' }

/** What a node of these benches needs besides its database and Redis. */
export const SOAK_ENV = {
  CAPTCHA_DRIVER: 'none',
  TRUST_PROXY: '1',
  PUSHER_APP_ID: SOAK_APP.appId,
  PUSHER_APP_KEY: SOAK_APP.key,
  PUSHER_APP_SECRET: SOAK_APP.secret,
  PLAT_SECRET: SOAK_APP.secret,
}

/** Behind TRUST_PROXY each person has an address, as in production; the throttle would limit a single address. */
const addressOf = ({ buyer }: Pair) => `10.${buyer.id >> 16}.${(buyer.id >> 8) & 255}.${buyer.id & 255}`

export interface Samples {
  writes: number[]
  reads: number[]
  /** From the call that sends a message until its frame reaches a socket of its seller, on the other server. */
  arrivals: number[]
  failed: number
}

export const noSamples = (): Samples => ({ writes: [], reads: [], arrivals: [], failed: 0 })

/** On one private channel. Resolves once subscribed; answers pings while it is open. */
export function listen(url: string, channel: string, onEvent: (event: string, data: string) => void) {
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/app/${SOAK_APP.key}?protocol=7`, {
    perMessageDeflate: false,
    headers: {
      'x-forwarded-for': `10.200.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    },
  })
  return new Promise<WebSocket>((resolve, reject) => {
    ws.on('error', reject)
    ws.on('message', (text) => {
      const { event, data = '' } = JSON.parse(String(text)) as { event: string; data?: string }
      if (event === 'pusher:connection_established') {
        const { socket_id: socketId } = JSON.parse(data) as { socket_id: string }
        const auth = signChannel(SOAK_APP, { socketId, channel, channelData: null })
        ws.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }))
      } else if (event === 'pusher_internal:subscription_succeeded') resolve(ws)
      else if (event === 'pusher:ping') ws.send('{"event":"pusher:pong"}')
      else onEvent(event, data)
    })
  })
}

export const buyersChannel = ({ buyer }: Pair) => `private-App.Models.Customer.${buyer.id}`
const sellersChannel = ({ seller }: Pair) => `private-App.Models.Account.${seller.id}`

interface LoadSettings {
  /** Calls and sockets go to one and the other in turn. */
  urls: readonly string[]
  pairs: readonly Pair[]
  writesPerSecond: number
  readsPerSecond: number
}

const TICK_MS = 100
/** To each server, kept alive as by a proxy in front of it. */
const CONNECTIONS = 64

export interface Load {
  /** What was measured since the last call. */
  take(): Samples
  stop(): Promise<void>
}

/** Half of the sockets are buyers', half are sellers'; each seller listens on the server that their buyer does not write to. */
export async function startLoad(settings: LoadSettings): Promise<Load> {
  const { urls, pairs, writesPerSecond, readsPerSecond } = settings
  let samples = noSamples()
  const sentAt = new Map<string, number>()
  const urlOf = (index: number, side: number) => urls[(index + side) % urls.length] ?? ''
  const arrived = (event: string, data: string) => {
    if (event !== textMessageInboundSent.name) return
    const text = [...sentAt.keys()].find((known) => data.includes(known))
    if (text === undefined) return
    samples.arrivals.push(performance.now() - (sentAt.get(text) ?? 0))
    sentAt.delete(text)
  }
  const sockets = await Promise.all(
    pairs.flatMap((pair, index) => [
      listen(urlOf(index, 0), buyersChannel(pair), () => {}),
      listen(urlOf(index, 1), sellersChannel(pair), arrived),
    ]),
  )

  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const timed = async (into: number[], url: string, init: RequestOptions & { body?: string }) => {
    const begunMs = performance.now()
    const status = await statusOf(url, { agent, ...init })
    if (status < 300) into.push(performance.now() - begunMs)
    else samples.failed += 1
  }
  const headersOf = (pair: Pair) => ({
    authorization: `Bearer ${pair.buyer.token}`,
    accept: 'application/json',
    'content-type': 'application/json',
    'x-forwarded-for': addressOf(pair),
  })
  let count = 0
  const next = (): [Pair, number] | null => {
    const index = count++ % pairs.length
    const pair = pairs[index]
    return pair ? [pair, index] : null
  }
  const write = () => {
    const [pair, index] = next() ?? []
    if (!pair || index === undefined) return
    const message = `soak ${count} of ${pair.buyer.id}.`
    sentAt.set(message, performance.now())
    const path = `/customers/${pair.buyer.id}/accounts/${pair.seller.id}/text-messages`
    const init = { method: 'POST', headers: headersOf(pair), body: JSON.stringify({ message }) }
    void timed(samples.writes, `${urlOf(index, 0)}/customer/api${path}`, init)
  }
  const read = () => {
    const [pair, index] = next() ?? []
    if (!pair || index === undefined) return
    const query = count % 2 === 0 ? '/chats' : `/text-messages?filter%5Baccount_id%5D=${pair.seller.id}`
    const url = `${urlOf(index, 1)}/customer/api/customers/${pair.buyer.id}${query}`
    void timed(samples.reads, url, { headers: headersOf(pair) })
  }
  const stopping = [every(writesPerSecond, write), every(readsPerSecond, read)]
  return {
    take() {
      const taken = samples
      samples = noSamples()
      return taken
    },
    async stop() {
      for (const stop of stopping) stop()
      for (const socket of sockets) socket.terminate()
      agent.destroy()
    },
  }
}

/** Reads the whole answer. 599 means none. */
function statusOf(url: string, { body, ...init }: RequestOptions & { body?: string }): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, init, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 599))
      answer.on('error', () => resolve(599))
    })
    sent.on('error', () => resolve(599))
    sent.end(body)
  })
}

/** This many per second, evenly; delays of a late timer are made up for. */
function every(perSecond: number, run: () => void): () => void {
  const begunMs = performance.now()
  let done = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - begunMs) / 1000) * perSecond
    for (; done < due; done++) run()
  }, TICK_MS)
  return () => clearInterval(timer)
}
