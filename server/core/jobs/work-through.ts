/**
 * Works through due items so that one failing item never blocks another: each has a separate transaction, a failure is recorded and tried
 * again later, and a hanging item is skipped. Items must be idempotent.
 */
import type { Database } from '#server/core/database/open.ts'
import { forgetFailures, noteFailure, type WorkKind } from './failed-work.ts'
import type { JobWatch } from './job-watch.ts'

export interface WorkDeps {
  db: Database
  /** Hears of each try that failed. */
  watch?: Pick<JobWatch, 'failed'>
}

export interface Work<Item> {
  nowMs: number
  items: readonly Item[]
  /** Names an item for as long as it exists, e.g. its id. */
  keyOf(item: Item): string
  /** Rejects when nothing of this portion was done. Resolves with `given up` when it listed the portion itself by `giveUp`. */
  run(portion: Portion<Item>): Promise<unknown>
  /** Items of a portion; one, if nothing is said. When a portion fails, its items are done one by one. */
  atOnce?: number
  /** The rest is left for later. */
  isOver?(): boolean
  /** A portion that takes longer has failed. */
  maxMs?: number
}

export type Portion<Item> = readonly [Item, ...Item[]]

/** Longer takes none that is well. What it does later on is lost, so nobody waits for it. */
const PORTION_MAX_MS = 60_000

/** Resolves with those that were done. Rejects only when a failure cannot be noted: the database is away. */
export async function workThrough<Item>(deps: WorkDeps, kind: WorkKind, work: Work<Item>): Promise<Item[]> {
  const { items, atOnce = 1, isOver = () => false } = work
  const done: Item[] = []
  for (let at = 0; at < items.length && !isOver(); at += atOnce) {
    const [first, ...others] = items.slice(at, at + atOnce)
    if (first !== undefined)
      done.push(...(await doPortion(deps, kind, { work, portion: [first, ...others] })))
  }
  return done
}

interface DueWork<Item> extends Omit<Work<Item>, 'items' | 'nowMs' | 'run'> {
  nowMs(): number
  due(nowMs: number): Promise<readonly Item[]>
  /** Resolves with how much of the portion was done here; the rest is another node's. */
  run(portion: Portion<Item>, nowMs: number): Promise<number>
}

/** Reads what is due and goes through it, again and again until nothing is due that no other node is working on. */
export async function workUntilDone<Item>(
  deps: WorkDeps,
  kind: WorkKind,
  { nowMs: clock, due, run, ...work }: DueWork<Item>,
): Promise<void> {
  for (let taken = 1; taken > 0; ) {
    taken = 0
    const nowMs = clock()
    const items = await due(nowMs)
    await workThrough(deps, kind, {
      ...work,
      nowMs,
      items,
      async run(portion) {
        taken += await run(portion, nowMs)
      },
    })
  }
}

async function doPortion<Item>(
  deps: WorkDeps,
  kind: WorkKind,
  { work, portion }: { work: Work<Item>; portion: Portion<Item> },
): Promise<readonly Item[]> {
  const { keyOf, run, nowMs, maxMs = PORTION_MAX_MS } = work
  const end = await endOf(() => run(portion), maxMs)
  if (end.isDone) {
    if (end.result === 'given up') return []
    await forgetFailures(deps.db, kind, portion.map(keyOf))
    return portion
  }
  // One at a time says which it is.
  if (portion.length > 1) return workThrough(deps, kind, { ...work, items: portion, atOnce: 1 })
  const failure = await noteFailure(deps.db, { kind, item: keyOf(portion[0]), error: end.cause, nowMs })
  deps.watch?.failed(failure)
  return []
}

type End = { isDone: true; result: unknown } | { isDone: false; cause: unknown }

async function endOf(run: () => Promise<unknown>, maxMs: number): Promise<End> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`It took longer than ${maxMs / 1000} seconds.`)
    timer = setTimeout(() => reject(error), maxMs)
  })
  try {
    return { isDone: true, result: await Promise.race([run(), late]) }
  } catch (cause) {
    return { isDone: false, cause }
  } finally {
    clearTimeout(timer)
  }
}
