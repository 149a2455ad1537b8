/** What a node and a client do about a line between them that goes silent, on a clock. */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Pair, sellerWrites, shownTexts } from '#tests/services/people.ts'
import { startChaosProxy } from '#tests/support/chaos-proxy.ts'
import { openTab } from '#tests/support/tab.ts'
import { SOAK_APP } from './soak-load.ts'

const LONGEST_MS = 60_000
const LOOK_MS = 20

async function until(isSo: () => boolean): Promise<number> {
  const endMs = performance.now() + LONGEST_MS
  while (!isSo()) {
    if (performance.now() > endMs) return Number.POSITIVE_INFINITY
    await pause(LOOK_MS)
  }
  return performance.now()
}

export interface SilentSocket {
  /** Until the messenger takes the socket for lost; it dials again at once. */
  noticedMs: number
  /** Until a message that was written meanwhile is in the thread. */
  shownMs: number
}

/** Only the socket goes over the line, and only what is open goes silent. */
export async function measureSocket(url: string, pair: Pair): Promise<SilentSocket> {
  const line = await startChaosProxy(url)
  const config = { wsHost: '127.0.0.1', wsPort: line.port, forceTLS: false }
  const tab = openTab({ url, token: pair.buyer.token, key: SOAK_APP.key, config })
  try {
    const store = await tab.store()
    store.select(pair.seller.id)
    await until(() => store.thread.load.value.phase === 'ready')
    // Like a page that was read for a while.
    await pause(Math.random() * 5000)
    line.set({ mode: 'black-hole' })
    line.set({ mode: 'pass' })
    const fromMs = performance.now()
    const text = `Written into silence ${fromMs}`
    if (!(await sellerWrites(url, pair, text))) throw new Error('The node did not take the message.')
    let noticedMs = Number.POSITIVE_INFINITY
    // It may be live again before anybody looks.
    const stop = store.connection.subscribe(({ phase }) => {
      if (phase !== 'live') noticedMs = Math.min(noticedMs, performance.now())
    })
    const shownMs = await until(() => shownTexts(store).includes(text))
    stop()
    return { noticedMs: noticedMs - fromMs, shownMs: shownMs - fromMs }
  } finally {
    tab.close()
    await line.close()
  }
}

/** How long a node waits for headers that come in one line a second and never end. */
export async function measureSlowHeaders(port: number): Promise<number> {
  const fromMs = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
  const trickle = setInterval(() => socket.write('X-More: 1\r\n'), 1000)
  let isOver = false
  socket.on('data', () => {
    isOver = true
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isOver = true
  })
  const overMs = await until(() => isOver)
  clearInterval(trickle)
  socket.destroy()
  return overMs - fromMs
}
