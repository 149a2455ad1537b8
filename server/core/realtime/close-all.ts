/** Closes sockets in a random order, evenly over a time, and waits until all are gone: at the end, and after a gap. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { GAP_SPREAD_MS } from '#shared/contract/realtime-limits.ts'
import type { Connection } from './connection.ts'
import type { Hub } from './hub.ts'
import { CODE } from './protocol.ts'

/** Sockets are closed in this many steps at most, so that thousands need no timer each. */
const STEPS = 50

/** Resolves when none is open any more: at the latest a goodbye (SOCKET_GOODBYE_MS) after the grace time. */
export async function closeAll(
  connections: ReadonlySet<Pick<Connection, 'close' | 'gone'>>,
  graceMs: number,
  reason = 'The server restarts.',
): Promise<void> {
  const waiting = shuffled([...connections])
  const perStep = Math.max(1, Math.ceil(waiting.length / STEPS))
  const steps = Math.ceil(waiting.length / perStep)
  for (let step = 0; step < steps; step += 1) {
    for (const connection of waiting.slice(step * perStep, (step + 1) * perStep))
      connection.close(CODE.reconnect, reason)
    if (graceMs > 0 && step < steps - 1) await pause(graceMs / steps)
  }
  await Promise.all(waiting.map((connection) => connection.gone))
}

export interface GapCloser {
  readonly gaps: number
  /** Events may have been missed up to now. */
  close(): void
}

/** Events are hints, pages are the truth: a client that is asked to reconnect fetches what it missed. */
export function createGapCloser(hub: Pick<Hub, 'connections'>, log: FastifyBaseLogger): GapCloser {
  let gaps = 0
  let isClosing = false
  /** Sockets open at the latest loss: also those that reconnected while an earlier loss was handled. */
  let missing: ReadonlySet<Connection> | null = null

  async function run(): Promise<void> {
    for (let asked = missing; asked; asked = missing) {
      missing = null
      const open = [...asked].filter((connection) => hub.connections.has(connection))
      await closeAll(new Set(open), GAP_SPREAD_MS, 'Something may have been missed.')
    }
  }

  return {
    get gaps() {
      return gaps
    },
    close() {
      gaps += 1
      const sockets = hub.connections.size
      log.warn({ sockets }, 'Broadcasts may have been missed; sockets are asked to reconnect.')
      missing = new Set(hub.connections)
      if (isClosing) return
      isClosing = true
      run()
        .catch((error: unknown) => log.error({ err: error }, 'Not all sockets were asked to reconnect.'))
        .finally(() => {
          isClosing = false
        })
    },
  }
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
