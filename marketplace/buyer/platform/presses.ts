/**
 * What somebody has pressed and the server has not answered yet, e.g. a heart. Each deal has one call at a time, until the
 * server has the last press. While the server is away presses wait for it, also over a reload (ERR-09).
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Connection } from '#marketplace/kit/connection.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Log } from '#shared/lib/log.ts'
import type { KeptPresses, Press } from './kept-presses.ts'

export interface PressesDeps {
  /** The id of who presses; null for a visitor. */
  owner: ReadonlySignal<number | null>
  kept: KeptPresses
  connection: Pick<Connection, 'check'>
  log: Log
  /** Logged when a call has failed. */
  failedWords: string
  /** Rejects with `ApiError`. */
  save(press: Press): Promise<void>
  /** The server has the last press. */
  onSaved?(id: number): void
  onFailed?(id: number, failure: Failure): void
}

export interface Presses {
  /** By deal, in the order they were pressed. */
  readonly wanted: ReadonlySignal<ReadonlyMap<number, boolean>>
  /** `isFirst`: it began a call; else it changed what a running one ends with. Never rejects for a failed call. */
  press(id: number, isWanted: boolean): Promise<{ isFirst: boolean; isSaved: boolean }>
  /** Another person's presses are no longer ours to finish. Returns what finishes those that this one left. */
  begin(owner: number | null): () => void
}

export function createPresses({ owner, kept, connection, log, ...deps }: PressesDeps): Presses {
  const wanted = signal<ReadonlyMap<number, boolean>>(new Map())
  const running = new Map<number, Promise<boolean>>()

  function want(id: number, isWanted: boolean | null) {
    const next = new Map(wanted.peek())
    const former = next.get(id)
    if (isWanted === null) next.delete(id)
    else next.set(id, isWanted)
    wanted.value = next
    const mine = owner.peek()
    if (mine === null) return
    if (isWanted !== null) kept.put(mine, [id, isWanted])
    else if (former !== undefined) kept.drop(mine, [id, former])
  }

  /** A press during a call only changes what the next call sends. */
  async function settle(id: number): Promise<boolean> {
    try {
      for (let sent: boolean | undefined; ; ) {
        const isWanted = wanted.peek().get(id)
        if (isWanted === sent) break
        await untilAnswered(connection, async () => {
          // It may have been pressed again while the server was away.
          sent = wanted.peek().get(id)
          if (sent !== undefined) await deps.save([id, sent])
        })
      }
      batch(() => {
        deps.onSaved?.(id)
        want(id, null)
      })
      return true
    } catch (error) {
      want(id, null)
      if (!(error instanceof ApiError)) throw error
      log.warn(deps.failedWords, error.failure.kind)
      deps.onFailed?.(id, error.failure)
      return false
    } finally {
      running.delete(id)
    }
  }

  function start(id: number): Promise<boolean> {
    const promise = settle(id)
    running.set(id, promise)
    return promise
  }

  return {
    wanted,
    async press(id, isWanted) {
      want(id, isWanted)
      const under = running.get(id)
      return { isFirst: under === undefined, isSaved: await (under ?? start(id)) }
    },
    begin(mine) {
      const left = mine === null ? [] : kept.read(mine)
      wanted.value = new Map(left)
      return () => {
        for (const [id] of left) if (!running.has(id)) void start(id)
      }
    },
  }
}

/** The ids that are in it once every press is saved. */
export function withPresses(
  ids: Iterable<number>,
  presses: ReadonlyMap<number, boolean>,
): ReadonlySet<number> {
  const all = new Set(ids)
  for (const [id, isWanted] of presses) {
    if (isWanted) all.add(id)
    else all.delete(id)
  }
  return all
}

export const isRefused = (failure: Failure, status: number): boolean =>
  failure.kind === 'refused' && failure.status === status

/** Sends until the server has answered. Rejects when it refuses, and when it fails again right after it was back. */
export async function untilAnswered(
  connection: Pick<Connection, 'check'>,
  send: () => Promise<void>,
): Promise<void> {
  for (let answers = 0; ; ) {
    try {
      return await send()
    } catch (error) {
      // It may have come back between the failure and the check.
      if (!isAway(error) || ((await connection.check()) && answers++ > 0)) throw error
    }
  }
}

/** No answer of the server's own came; a gateway may have answered in its place. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  (['offline', 'timeout'].includes(error.failure.kind) ||
    [502, 503, 504].some((status) => isRefused(error.failure, status)))
