/**
 * A TCP proxy that misbehaves on demand: between a node and its database, a node and Redis, or a browser and a node.
 * It forwards bytes and knows no protocol. `tests/support/cut-line.ts` is the one that stops uploads at a byte count.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `up` is from the client to the target, `down` is back. */
type Direction = 'up' | 'down'

/**
 * `black-hole` keeps connections open and swallows every byte, FIN and RST; a connection that was open meanwhile stays silent for
 * good, as behind a firewall that forgot it. `cut` resets what is open and each new connection. `delay` and `dribble` lose nothing.
 */
export type Chaos =
  | { mode: 'pass' }
  | { mode: 'black-hole'; only?: Direction }
  | { mode: 'delay'; ms: number; only?: Direction }
  | { mode: 'dribble'; bytes: number; everyMs: number; only?: Direction }
  | { mode: 'cut' }

export interface ChaosProxy {
  readonly port: number
  /** The same address with the proxy's host and port in it: works for http, ws, redis and postgres URLs. */
  through(url: string): string
  /** Applies to open and future connections. */
  set(chaos: Chaos): void
  /** Resets what is open now; new connections pass. */
  cutOpen(): void
  /**
   * Resets the first connection that sends `text` to the target, before the target has read it or right after; `within`: ends the
   * first whose answer has the text after half of that chunk. Resolves when it has happened. The text must arrive in one chunk, as a
   * statement or a short request does.
   */
  cutAt(text: string, when: Trap['when']): Promise<void>
  /** Open connections of clients. */
  readonly open: number
  /** Connections accepted so far. */
  readonly accepted: number
  /** Bytes that black holes took so far. */
  readonly swallowed: number
  close(): Promise<void>
}

interface Trap {
  text: string
  when: 'before' | 'after' | 'within'
  sprung(): void
}

export async function startChaosProxy(target: string | { host?: string; port: number }): Promise<ChaosProxy> {
  const { host = '127.0.0.1', port } = typeof target === 'string' ? addressOf(target) : target
  const pairs = new Set<Pair>()
  let chaos: Chaos = { mode: 'pass' }
  let trap: Trap | null = null
  let [accepted, swallowed] = [0, 0]

  const server = createServer({ allowHalfOpen: true }, (near) => {
    accepted += 1
    if (chaos.mode === 'cut') return void near.resetAndDestroy()
    const far = connect({ host, port, allowHalfOpen: true })
    const pair = createPair(near, far, {
      chaos: () => chaos,
      isTrap(chunk, direction) {
        const isTraps = trap && (trap.when === 'within' ? 'down' : 'up') === direction
        return trap && isTraps && chunk.includes(trap.text) ? trap.when : null
      },
      sprung() {
        trap?.sprung()
        trap = null
      },
      swallow(bytes) {
        swallowed += bytes
      },
      gone: () => pairs.delete(pair),
    })
    pairs.add(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port

  return {
    port: own,
    through(url) {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String(own)
      return changed.href
    },
    set(next) {
      chaos = next
      for (const pair of pairs) pair.changed()
      if (next.mode === 'cut') for (const pair of [...pairs]) pair.reset()
    },
    cutOpen() {
      for (const pair of [...pairs]) pair.reset()
    },
    cutAt: (text, when) =>
      new Promise((resolve) => {
        trap = { text, when, sprung: resolve }
      }),
    get open() {
      return [...pairs].filter(({ near }) => !near.destroyed).length
    },
    get accepted() {
      return accepted
    },
    get swallowed() {
      return swallowed
    },
    close() {
      for (const pair of [...pairs]) pair.reset()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Pair {
  near: Socket
  /** Another kind of chaos begins. */
  changed(): void
  reset(): void
}

interface PairDeps {
  chaos(): Chaos
  isTrap(chunk: Buffer, direction: Direction): Trap['when'] | null
  sprung(): void
  swallow(bytes: number): void
  gone(): void
}

function createPair(near: Socket, far: Socket, { chaos, isTrap, sprung, swallow, gone }: PairDeps): Pair {
  /** Bytes may be missing: whatever came now would be out of its order. */
  const silent = { up: false, down: false }
  const changed = () => {
    const now = chaos()
    if (now.mode !== 'black-hole') return
    if (now.only !== 'down') silent.up = true
    if (now.only !== 'up') silent.down = true
  }
  changed()
  const reset = () => {
    near.resetAndDestroy()
    far.resetAndDestroy()
    gone()
  }
  const spring = (when: Trap['when'], chunk: Buffer) => {
    // A reset would take from the client what it has not read yet.
    if (when === 'within') near.end(chunk.subarray(0, chunk.length / 2))
    else near.resetAndDestroy()
    if (when === 'after') far.end(chunk)
    else far.resetAndDestroy()
    gone()
    sprung()
  }
  for (const [from, to, direction] of [
    [near, far, 'up'],
    [far, near, 'down'],
  ] as const) {
    const line = createLine(to, () => slowness(chaos(), direction))
    from.on('data', (chunk) => {
      if (silent[direction]) return swallow(chunk.length)
      const trapped = isTrap(chunk, direction)
      if (trapped) spring(trapped, chunk)
      else line.carry(chunk)
    })
    from.on('end', () => silent[direction] || line.carry(null))
    from.on('error', () => {})
    from.on('close', (hadError) => {
      // A client that gave up must not be known to the target while the connection is dead.
      if (silent[direction]) return
      if (hadError) to.resetAndDestroy()
      if (from.destroyed && to.destroyed) gone()
    })
  }
  return { near, changed, reset }
}

/** How the connection is slow now: each chunk delayed by a time, or a number of bytes each time. */
type Slow = { afterMs: number } | { bytes: number; everyMs: number } | null

function slowness(chaos: Chaos, direction: Direction): Slow {
  if (chaos.mode !== 'delay' && chaos.mode !== 'dribble') return null
  if ((chaos.only ?? direction) !== direction) return null
  return chaos.mode === 'delay' ? { afterMs: chaos.ms } : chaos
}

/** Forwards chunks in order; null is the end. When the connection becomes fast again, waiting chunks go at once. */
function createLine(to: Socket, slow: () => Slow) {
  const waiting: { chunk: Buffer | null; cameMs: number }[] = []
  let wroteMs = 0
  let timer: NodeJS.Timeout | null = null

  const write = (chunk: Buffer | null) => {
    wroteMs = Date.now()
    if (to.destroyed || to.writableEnded) return
    if (chunk) to.write(chunk)
    else to.end()
  }
  function flush(): void {
    timer = null
    for (let next = waiting[0]; next; next = waiting[0]) {
      const now = slow()
      const dueMs = !now ? 0 : 'bytes' in now ? wroteMs + now.everyMs : next.cameMs + now.afterMs
      const leftMs = dueMs - Date.now()
      if (leftMs > 0) {
        // Short steps, so that a test that lifts the chaos does not wait for the rest of a long delay.
        timer = setTimeout(flush, Math.min(leftMs, STEP_MS))
        return
      }
      const bytes = now && 'bytes' in now ? now.bytes : Number.POSITIVE_INFINITY
      if (next.chunk && next.chunk.length > bytes) {
        write(next.chunk.subarray(0, bytes))
        next.chunk = next.chunk.subarray(bytes)
      } else {
        waiting.shift()
        write(next.chunk)
      }
    }
  }

  return {
    carry(chunk: Buffer | null) {
      waiting.push({ chunk, cameMs: Date.now() })
      if (!timer) flush()
    },
  }
}

const STEP_MS = 50

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (PORTS[protocol] ?? 80) }
}

const PORTS: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'https:': 443,
}
