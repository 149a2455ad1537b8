/** Says goodbye to every socket in a random order, evenly over a time, and waits until all are gone. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { CODE } from './protocol.ts'

/** Sockets are closed in this many steps at most, so that thousands need no timer each. */
const STEPS = 50

/** Resolves when none is open any more: at the latest a goodbye (SOCKET_GOODBYE_MS) after the grace time. */
export async function closeAll(
  connections: ReadonlySet<Connection>,
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

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
