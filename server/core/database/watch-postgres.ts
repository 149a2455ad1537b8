/**
 * Checks PostgreSQL once a second, on a separate connection: whether it answers, what its clock says, and whether the
 * backends of connections that were silent for a while still work for them. A connection without such work is dead; it is dropped,
 * so that its caller gets an error and the pool opens another one. A long statement that the server works on is left alone.
 */
import type { Socket } from 'node:net'
import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { SetClock } from './clock.ts'
import { type Connection, connectionSettings, steadyMs } from './connections.ts'
import { DatabaseAway } from './faults.ts'

export interface WatchDeps {
  url: string
  clock: SetClock
  connections: () => Connection[]
  timing?: typeof WATCH_TIMING
}

export interface Watch {
  readonly isUp: boolean
  /** Called with each change. */
  onChange(listener: (isUp: boolean, error: unknown) => void): void
  /** Connections dropped so far, by what they were doing. */
  readonly dropped: Readonly<Dropped>
  stop(): Promise<void>
}

/** `busy`: a caller waited for an answer and gets an error. `idle`: as a precaution, after a check that failed. */
export interface Dropped {
  busy: number
  idle: number
}

export const WATCH_TIMING = {
  lookMs: 1000,
  dialMs: 3000,
  answerMs: 2000,
  /** After this time the server is asked whether it still works on a statement. */
  silentMs: 3000,
}

const TOO_MANY_CONNECTIONS = '53300'

export function watchPostgres({ url, clock, connections, timing = WATCH_TIMING }: WatchDeps): Watch {
  const { lookMs, silentMs } = timing
  const stopping = new AbortController()
  const listeners: ((isUp: boolean, error: unknown) => void)[] = []
  let own: pg.Client | null = null
  let [isUp, changedMs] = [true, 0]
  const dropped: Dropped = { busy: 0, idle: 0 }
  /** Silent connections that the last look found without work at the server. Their answer may have been in flight. */
  let suspects = new Set<Connection>()

  const change = (next: boolean, error: unknown = null) => {
    if (isUp === next) return
    isUp = next
    changedMs = steadyMs()
    for (const listener of listeners) listener(isUp, error)
  }
  const drop = (connection: Connection) => {
    dropped[connection.isIdle ? 'idle' : 'busy'] += 1
    connection.drop(new DatabaseAway('PostgreSQL did not answer on this connection.'))
  }
  const silent = () =>
    connections().filter((one) => steadyMs() - (one.silentSinceMs() ?? Number.POSITIVE_INFINITY) >= silentMs)

  async function look(): Promise<void> {
    own ??= await dial(url, timing.dialMs, stopping.signal)
    const waiting = silent()
    const askedMs = steadyMs()
    const pids = waiting.map(({ pid }) => pid)
    const { now, busy } = await ask(own, pids, timing.answerMs)
    clock.set(now, (askedMs + steadyMs()) / 2)
    const idle = waiting.filter(({ pid }) => !busy.includes(pid))
    const stillSilent = new Set(silent())
    for (const one of idle) if (suspects.has(one) && stillSilent.has(one)) drop(one)
    suspects = new Set(idle)
    change(true)
  }
  const hangUp = () => {
    own?.connection.stream.destroy()
    own = null
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const begunMs = steadyMs()
      await look()
        .catch(() => {
          hangUp()
          // Idle ones in the pool may be dead as well; no caller should find out by waiting.
          for (const one of connections()) if (one.isIdle && one.answeredAtMs < begunMs) drop(one)
          return look()
        })
        .catch((error: unknown) => {
          hangUp()
          // A server without a free connection still answers, and the connections in use work.
          if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS) change(false, error)
        })
      await pause(lookMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
    hangUp()
  }

  const givingUp = setInterval(() => {
    if (isUp) return
    const awayMs = steadyMs() - changedMs
    for (const one of silent()) if (awayMs >= one.patienceMs) drop(one)
  }, lookMs).unref()
  const running = run()
  return {
    get isUp() {
      return isUp
    },
    dropped,
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      clearInterval(givingUp)
      stopping.abort()
      own?.connection.stream.destroy()
      await running
    },
  }
}

async function dial(url: string, dialMs: number, stopping: AbortSignal): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionSettings(url), connectionTimeoutMillis: dialMs })
  client.on('error', () => {})
  const stop = () => void client.connection.stream.destroy()
  stopping.addEventListener('abort', stop, { once: true })
  stopping.throwIfAborted()
  await client.connect().finally(() => stopping.removeEventListener('abort', stop))
  // A script that forgets to close its database must still be able to end.
  ;(client.connection.stream as Socket).unref()
  return client
}

/** A backend that waits for its client to read an answer is not working. */
const LOOK = `
  select extract(epoch from clock_timestamp()) * 1000 as now, array(
    select pid from pg_stat_activity
    where pid = any($1::int[]) and state = 'active' and wait_event_type is distinct from 'Client'
  ) as busy`

async function ask(
  client: pg.Client,
  pids: number[],
  answerMs: number,
): Promise<{ now: number; busy: number[] }> {
  let isAnswered = false
  // After a turn in which the process was too busy to read, the answer may have arrived.
  const giveUp = () => setImmediate(() => isAnswered || client.connection.stream.destroy())
  const late = setTimeout(giveUp, answerMs)
  try {
    const { rows } = await client.query<{ now: string; busy: number[] }>(LOOK, [pids])
    const [row] = rows
    return { now: Number(row?.now), busy: row?.busy ?? [] }
  } finally {
    isAnswered = true
    clearTimeout(late)
  }
}
