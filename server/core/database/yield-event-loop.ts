/**
 * Lets the embedded database breathe: it answers without ever leaving the turn of the event loop it was asked in, so whoever asks it
 * one thing after another, in the background too, would keep every request waiting until the last answer.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'

/** Longer than this nobody asks on before those have had their turn who came meanwhile. */
const TURN_MS = 10

export function createBreathe(now: () => number = () => performance.now()): () => Promise<void> {
  let turnedMs = Number.NEGATIVE_INFINITY
  let turning: Promise<void> | null = null
  return async () => {
    if (now() - turnedMs < TURN_MS) return
    turning ??= nextTurn().then(() => {
      turnedMs = now()
      turning = null
    })
    await turning
  }
}

/** After each answer, in a transaction too. */
export const breathingPlugin = (breathe: () => Promise<void>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    await breathe()
    return result
  },
})
