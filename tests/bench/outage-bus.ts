/** Both nodes' connections to Redis go silent: how soon messages that are written on one node are live on the other again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { type Pair, sellerWrites } from '#tests/services/people.ts'
import type { ChaosProxy } from '#tests/support/chaos-proxy.ts'
import type { NodeProcess } from '#tests/support/node-process.ts'
import { buyersChannel, listen } from './soak-load.ts'

/** Of one seller: no more than they may send in a minute. */
const EVERY_MS = 2000
const WATCH_MS = 16_000
const ASKED_TO_FETCH = 4200

export interface BusOutage {
  /** Until the last of the buyers was asked to fetch. */
  askedMs: number
  /** Until each of them has heard something live again. */
  liveMs: number
  /** Messages that were neither live nor followed by a request to fetch. */
  lost: number
}

interface Stage {
  nodes: readonly NodeProcess[]
  pairs: readonly Pair[]
  line: ChaosProxy
}

export async function measureBus({ nodes: [near, far], pairs, line }: Stage): Promise<BusOutage> {
  const listeners = await Promise.all(pairs.map((pair) => startListener(near?.url ?? '', pair)))
  await pause(1000)
  line.set({ mode: 'black-hole' })
  // What is open stays silent for good, new connections pass.
  line.set({ mode: 'pass' })
  const fromMs = performance.now()
  const talks = await Promise.all(pairs.map((pair, index) => talk(far?.url ?? '', pair, index)))
  await pause(1000)
  const heard = listeners.map((listener) => listener.stop())
  const live = talks.map((sent, index) => {
    const { askedMs, texts } = heard[index] ?? { askedMs: [], texts: new Map<string, number>() }
    const first = sent.filter(({ atMs }) => atMs > (askedMs[0] ?? Number.POSITIVE_INFINITY))
    const arrivals = first.flatMap(({ text }) => texts.get(text) ?? [])
    const lost = sent.filter(({ text, atMs }) => !texts.has(text) && !askedMs.some((ms) => ms > atMs))
    return {
      askedMs: (askedMs.at(-1) ?? Number.POSITIVE_INFINITY) - fromMs,
      liveMs: Math.min(Number.POSITIVE_INFINITY, ...arrivals) - fromMs,
      lost: lost.length,
    }
  })
  return {
    askedMs: Math.max(...live.map(({ askedMs }) => askedMs)),
    liveMs: Math.max(...live.map(({ liveMs }) => liveMs)),
    lost: live.reduce((sum, { lost }) => sum + lost, 0),
  }
}

async function talk(url: string, pair: Pair, index: number): Promise<{ text: string; atMs: number }[]> {
  const sent: { text: string; atMs: number }[] = []
  const endMs = performance.now() + WATCH_MS
  await pause((EVERY_MS * index) / 10)
  for (let count = 0; performance.now() < endMs; count++) {
    const text = `outage ${pair.buyer.id} ${Math.round(endMs)} ${count}.`
    const atMs = performance.now()
    if (await sellerWrites(url, pair, text)) sent.push({ text, atMs })
    await pause(EVERY_MS)
  }
  return sent
}

/** A buyer on one node, who comes back at once when asked to. */
async function startListener(url: string, pair: Pair) {
  const texts = new Map<string, number>()
  const askedMs: number[] = []
  let isOver = false
  let open: WebSocket
  const dial = async (): Promise<void> => {
    open = await listen(url, buyersChannel(pair), (_, data) => {
      const text = /outage [^"\\]+\./.exec(data)?.[0]
      if (text && !texts.has(text)) texts.set(text, performance.now())
    })
    open.on('close', (code) => {
      if (isOver) return
      if (code === ASKED_TO_FETCH) askedMs.push(performance.now())
      void dial()
    })
  }
  await dial()
  return {
    stop() {
      isOver = true
      open.terminate()
      return { texts, askedMs }
    },
  }
}
