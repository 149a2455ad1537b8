/**
 * Keeps the deals of this browser: shows the kept copy first, then what the network says, then what changes. A failure never
 * takes away what is shown, and nothing is ever shown by halves (checklist BRW-04).
 */
import { batch, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { createDealEngine, type DealEngine } from '#shared/rules/deals/engine.ts'
import { packTable, unpackTable } from '#shared/rules/deals/pack-table.ts'
import { applyDelta } from '#shared/rules/deals/parse-list.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { DealCopies } from './deal-copies.ts'
import type { ReadTable } from './deals-reader.ts'
import type { DealsState, DealsStore } from './deals-store.ts'
import type { FetchDeals } from './fetch-deals.ts'
import { readDeals } from './read-deals.ts'

export interface DealsStoreDeps {
  readonly fetchDeals: FetchDeals
  readonly readTable: ReadTable
  readonly copies: DealCopies
  readonly clock: Clock
  readonly log: Log
  /** Runs when the page has nothing better to do. */
  readonly whenIdle: (run: () => void) => void
}

/** As in resource.ts. */
const AGAIN_AFTER_MS = 1000
const TRIES = 7

export function createDealsStore(deps: DealsStoreDeps): DealsStore {
  const { clock, log } = deps
  const state = signal<DealsState>({ phase: 'loading' })
  const failure = signal<Failure | null>(null)
  const progress = signal<{ bytes: number; total: number | null } | null>(null)
  let loading: Promise<void> | null = null
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let failures = 0
  let stopWaiting = () => {}

  const source = createDealSource(deps, (bytes, total) => {
    progress.value = { bytes, total }
  })
  const shownTable = () => {
    const shown = state.peek()
    return shown.phase === 'ready' ? shown.table : null
  }

  function show(table: DealTable, asOfMs: number, isFresh: boolean) {
    batch(() => {
      state.value = readyWith(table, asOfMs, isFresh, state.peek())
      if (isFresh) failure.value = null
    })
  }

  async function showCopy() {
    const copy = await source.readCopy()
    if (copy !== null) show(copy.table, copy.asOfMs, false)
  }

  async function refreshOnce() {
    try {
      const table = await source.newest(shownTable())
      const nowMs = clock.now()
      failures = 0
      show(table, nowMs, true)
      // A newer one waits behind it.
      source.keep(table, nowMs, () => shownTable() === table)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn('Deals were not loaded', error.failure.kind)
      batch(() => {
        failure.value = error.failure
        if (state.peek().phase !== 'ready') state.value = { phase: 'failed', failure: error.failure }
      })
      askLater(error.failure)
    } finally {
      progress.value = null
    }
  }

  /**
   * What failed while a copy shows is asked again, and so is a server that did not answer: after its start it reads the list first.
   * Otherwise the page offers it.
   */
  function askLater({ kind }: Failure) {
    if ((state.peek().phase !== 'ready' && kind !== 'timeout') || failures === TRIES) return
    stopWaiting = clock.after(AGAIN_AFTER_MS * 2 ** failures++, () => void ask())
  }

  async function refresh(): Promise<void> {
    if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
    return ask()
  }

  /** One at a time; who asks meanwhile may have heard of something newer, so it is asked once more. */
  async function ask(): Promise<void> {
    if (running) {
      isAskedAgain = true
      return running
    }
    stopWaiting()
    running = (async () => {
      do {
        isAskedAgain = false
        await refreshOnce()
      } while (isAskedAgain)
    })().finally(() => {
      running = null
    })
    return running
  }

  return {
    state,
    failure,
    progress,
    load() {
      if (state.peek().phase === 'failed') return refresh()
      loading ??= showCopy().then(refresh)
      return loading
    },
    async refresh() {
      // Before the copy was looked for, a refresh would ask for all of it.
      if (loading === null) return this.load()
      return refresh()
    },
  }
}

interface DealSource {
  /** What this browser has kept, or null. */
  readCopy(): Promise<{ table: DealTable; asOfMs: number } | null>
  /** All deals as they are now: what has changed since `former`, or the whole without one. Rejects with `ApiError`. */
  newest(former: DealTable | null): Promise<DealTable>
  /** Stores it as the copy when the page is idle, if `isWanted` is still true then. */
  keep(table: DealTable, asOfMs: number, isWanted: () => boolean): void
}

function createDealSource(
  { copies, fetchDeals, readTable, whenIdle }: DealsStoreDeps,
  onProgress: (bytes: number, total: number | null) => void,
): DealSource {
  /** Of the newest table from here. */
  let etag: string | null = null

  async function ask(former: DealTable | null): Promise<DealTable> {
    const since = former?.cursor ?? null
    const answer = await fetchDeals({
      since,
      etag: former ? etag : null,
      ...(former ? {} : { onProgress }),
    })
    if (answer.kind === 'same') {
      if (former) return former
      throw malformed(304)
    }
    const table = since === null ? await readTable(answer.body) : changed(former, answer.body)
    if (table === null) throw malformed(200)
    etag = answer.etag
    return table
  }

  return {
    async readCopy() {
      const copy = await copies.read()
      if (copy === null) return null
      const table = unpackTable(copy.packed)
      if (table === null) await copies.drop()
      else etag = copy.etag
      return table && { table, asOfMs: copy.asOfMs }
    },
    newest: (former) =>
      ask(former).catch((error: unknown) => {
        // What the copy goes on from is not known there any more.
        if (former === null || !isRefusal(error)) throw error
        return ask(null)
      }),
    keep(table, asOfMs, isWanted) {
      const kept = { etag, asOfMs }
      whenIdle(() => {
        if (isWanted()) void copies.write({ ...kept, packed: packTable(table) })
      })
    },
  }
}

/** The engine of the same table goes on. */
function readyWith(table: DealTable, asOfMs: number, isFresh: boolean, former: DealsState): DealsState {
  const engine = former.phase === 'ready' && former.table === table ? () => former.engine : lazyEngine(table)
  return {
    phase: 'ready',
    table,
    get engine() {
      return engine()
    },
    asOfMs,
    isFresh,
  }
}

/** Only what is asked pays for it: most pages want one deal. */
function lazyEngine(table: DealTable): () => DealEngine {
  let made: DealEngine | null = null
  return () => {
    made ??= createDealEngine(table)
    return made
  }
}

/** Small, so it is read right here. Null when it is not what the contract says. */
function changed(former: DealTable | null, bytes: Uint8Array): DealTable | null {
  const wire = readDeals(bytes)
  if (wire === null || former === null) return null
  // Nothing changed: the same table, so that nobody works anything out again.
  const isEmpty = wire.is_delta && wire.data.length === 0 && (wire.removed ?? []).length === 0
  return isEmpty ? former : applyDelta(former, wire)
}

const malformed = (status: number) => new ApiError('listProperties', { kind: 'malformed', status })

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status < 500
