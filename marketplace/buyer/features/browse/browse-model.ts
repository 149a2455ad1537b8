/**
 * What the browse page shows, as signals: the address's query, the deals that pass it in order, and what is pointed at. List,
 * map and filters read it and never each other. Runs the engine at most once a frame; draws nothing.
 */
import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-core'
import type { DealsState, DealsStore } from '#marketplace/buyer/platform/deals-store.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { DealEngine, DealResult, Facets } from '#shared/rules/deals/engine.ts'
import {
  type Bounds,
  DEFAULT_FILTER,
  type DealFilter,
  type DealQuery,
  type MapView,
} from '#shared/rules/deals/filter.ts'
import { firstFrame } from '#shared/rules/deals/first-frame.ts'
import type { DealScores } from '#shared/rules/deals/measures.ts'
import type { DealContext } from '#shared/rules/deals/part-bits.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import type { BrowseAddress, Step } from './address/browse-address.ts'
import { createFirstDeals, type FirstDeals, type FirstDealsDeps } from './first-deals.ts'
import { type Excluded, idsOf, isNarrower, keepOrder, without } from './result-order.ts'

export interface BrowseModel {
  readonly query: ReadonlySignal<DealQuery>
  /** What of the address was not understood, in words; empty once dismissed. */
  readonly problems: ReadonlySignal<readonly string[]>
  dismissProblems(): void
  /** Changes what is given. `step` (unless said) is one step of Back, `replace` is none, e.g. another camera. */
  change(patch: Partial<DealQuery>, step?: Step): void
  changeFilter(patch: Partial<DealFilter>, step?: Step): void
  /** Everything off, the default status as well (checklist T-15); where the map looks and drawn areas as well. */
  clearFilters(): void

  readonly deals: ReadonlySignal<DealsState>
  /** What there is of them before that. */
  readonly first: ReadonlySignal<FirstDeals | null>
  /** These three are null until there are deals, and always belong together. */
  readonly shown: ReadonlySignal<Shown | null>
  /** What the engine is asked with besides the filter. */
  readonly context: ReadonlySignal<DealContext>
  /** How many deals each choice would give; worked out when somebody looks. */
  readonly facets: ReadonlySignal<Facets | null>
  /** Ids in the order of the list; worked out when somebody looks. */
  readonly order: ReadonlySignal<Uint32Array>

  /** Deals that have arrived, gone or moved since the list was ordered; it keeps its order until asked (checklist BRW-47). */
  readonly updates: ReadonlySignal<number>
  applyUpdates(): void

  readonly hoveredId: Signal<number | null>
  readonly selectedId: Signal<number | null>
  /** Never shown, whatever the filter: deals this person has hidden (checklist BRW-45). Written by the list. */
  readonly hiddenIds: Signal<ReadonlySet<number>>
  /** Deal ids that alone are shown, e.g. new since the last visit; null: all. Written by the list. */
  readonly onlyIds: Signal<ReadonlySet<number> | null>

  /** The map has come to rest. Searches there when it searches as it moves. */
  mapMoved(view: MapView, bounds: Bounds, isByPerson: boolean): void
  /** Searches where the map looks now. */
  searchHere(): void
  /** Where the map is to fly; changes when a place was chosen. */
  readonly fitTo: ReadonlySignal<Bounds | null>
  fit(bounds: Bounds | null): void

  dispose(): void
}

export interface Shown {
  readonly table: DealTable
  readonly engine: DealEngine
  readonly result: DealResult
}

export interface BrowseModelDeps {
  readonly address: BrowseAddress
  readonly deals: Pick<DealsStore, 'state'>
  readonly firstDeals: Pick<FirstDealsDeps, 'written' | 'ask'>
  readonly favourites: ReadonlySignal<ReadonlySet<number>>
  /** Match scores of the person who looks, 0–1 by deal id; null: the deals' own. */
  readonly scores: ReadonlySignal<DealScores | null>
  /** Their scores are known, or cannot be. */
  readonly areScoresSettled: ReadonlySignal<boolean>
  readonly clock: Clock
  /** Runs before the next paint; what it answers calls it off. */
  readonly beforePaint: (run: () => void) => () => void
}

export function createBrowseModel(deps: BrowseModelDeps): BrowseModel {
  const { address, deals, clock, beforePaint } = deps
  const { query } = address
  const hiddenIds = signal<ReadonlySet<number>>(new Set())
  const onlyIds = signal<ReadonlySet<number> | null>(null)
  const fitTo = signal<Bounds | null>(null)
  /** Where the map stands, also when nobody moved it there. */
  const camera = signal<{ view: MapView; bounds: Bounds } | null>(null)
  const { engine, dispose: stopWaiting } = createOrderedEngine(deps)
  const sortsByDistance = computed(() => query.value.sort.key === 'distance')
  const context = computed<DealContext>(() => ({
    nowMs: clock.now(),
    favourites: deps.favourites.value,
    // Read only when it matters: else each move of the map would ask the engine anew.
    center: sortsByDistance.value ? (query.value.view ?? camera.value?.view ?? null) : null,
    scores: deps.scores.value,
  }))
  /** What the list is the answer to; while only the deals change, it keeps its order. */
  const question = computed(() => keyOf(query.value))

  const { shown, updates, answer } = createAnswers({
    query,
    question,
    context,
    engine,
    excluded: () => ({ hidden: hiddenIds.peek(), only: onlyIds.peek() }),
    onFirst(engine, found) {
      const { view, filter } = query.peek()
      fitTo.value = view === null ? firstFrame(filter, engine, found) : null
    },
  })

  const { first, dispose: stopFirst } = createFirstDeals({
    ...deps.firstDeals,
    query,
    isNeeded: computed(() => engine.value === null),
  })

  const stop = effect(() => {
    void [engine.value, question.value, context.value, hiddenIds.value, onlyIds.value]
    // The first answer is wanted in the first paint.
    if (untracked(() => shown.value) === null) return untracked(() => answer())
    return beforePaint(() => answer())
  })

  const change: BrowseModel['change'] = (patch, step = 'step') =>
    address.set({ ...query.peek(), ...patch }, step)
  const changeFilter: BrowseModel['changeFilter'] = (patch, step = 'step') =>
    change({ filter: { ...query.peek().filter, ...patch } }, step)

  return {
    query,
    problems: address.problems,
    dismissProblems: address.dismissProblems,
    change,
    changeFilter,
    clearFilters: () => changeFilter({ ...DEFAULT_FILTER, status: [], bounds: query.peek().filter.bounds }),
    deals: deals.state,
    first,
    shown,
    context,
    facets: computed(() => shown.value?.engine.facets(query.value.filter, context.value) ?? null),
    order: computed(() =>
      shown.value ? idsOf(shown.value.table, shown.value.result.rows) : new Uint32Array(),
    ),
    updates,
    applyUpdates: () => answer(true),
    hoveredId: signal(null),
    selectedId: signal(null),
    hiddenIds,
    onlyIds,
    mapMoved(view, bounds, isByPerson) {
      camera.value = { view, bounds }
      const { isMapSearch, filter, view: former } = query.peek()
      // The first camera and a first fit follow from the rest of the address; once it names a place it must be the true one.
      if (!isByPerson && former === null) return
      const isSearch = isMapSearch && isByPerson
      change({ view, ...(isSearch ? { filter: { ...filter, bounds } } : {}) }, 'replace')
    },
    searchHere() {
      const here = camera.peek()
      if (here) change({ view: here.view, filter: { ...query.peek().filter, bounds: here.bounds } })
    },
    fitTo,
    fit(bounds) {
      fitTo.value = bounds
    },
    dispose() {
      stop()
      stopFirst()
      stopWaiting()
      address.dispose()
    },
  }
}

/** How long the whole list waits for the scores that order it. In ms. */
const SCORES_WAIT_MS = 2000

/**
 * The engine, once the person's own scores are known. Shown before, the list would be sorted again a moment later, and a press
 * would meet another deal than the one it was meant for.
 */
function createOrderedEngine({ address, deals, areScoresSettled, clock }: BrowseModelDeps) {
  const isOrderKnown = signal(false)
  // Deals that change meanwhile do not begin the wait again.
  const isReady = computed(() => deals.state.value.phase === 'ready')
  const dispose = effect(() => {
    if (isOrderKnown.value || !isReady.value) return
    const isByScore = address.query.value.sort.key === 'score'
    if (isByScore && !areScoresSettled.value)
      return clock.after(SCORES_WAIT_MS, () => {
        isOrderKnown.value = true
      })
    isOrderKnown.value = true
  })
  const engine = computed(() => {
    const state = deals.state.value
    return state.phase === 'ready' && isOrderKnown.value ? state.engine : null
  })
  return { engine, dispose }
}

interface AnswersDeps {
  readonly query: ReadonlySignal<DealQuery>
  readonly question: ReadonlySignal<string>
  readonly context: ReadonlySignal<DealContext>
  readonly engine: ReadonlySignal<DealEngine | null>
  excluded(): Excluded
  onFirst(engine: DealEngine, found: DealResult): void
}

/** The deals in the list, and how many of them a new sort would change. */
function createAnswers({ query, question, context, engine, excluded: excludedNow, onFirst }: AnswersDeps) {
  const shown = signal<Shown | null>(null)
  const updates = signal(0)
  let answered: { question: string; engine: DealEngine; excluded: Excluded } | null = null

  /** `isOrdered`: sorts again, even if deals change their places. */
  function answer(isOrdered = false) {
    const ready = engine.peek()
    if (ready === null) {
      shown.value = null
      return
    }
    const { filter, sort } = query.peek()
    const { table } = ready
    const excluded = excludedNow()
    const found = without(table, ready.run(filter, sort, context.peek()), excluded)
    const former = shown.peek()
    const isSameQuestion = answered?.question === question.peek()
    // A hidden deal disappears at once, and the others keep their order until the list is sorted again. A deal that is shown again
    // returns to its place.
    const hasDeals = former !== null && former.result.count > 0
    const isChanged = hasDeals && (answered?.engine !== ready || updates.peek() > 0)
    const isStanding = isChanged && answered !== null && isNarrower(excluded, answered.excluded)
    if (former && !isOrdered && isSameQuestion && isStanding) {
      const ids = idsOf(former.table, former.result.rows).filter((id) => !excluded.hidden.has(id))
      const kept = keepOrder(table, ids, found)
      updates.value = kept.updates
      shown.value = { table, engine: ready, result: kept.result }
    } else {
      updates.value = 0
      shown.value = { table, engine: ready, result: found }
    }
    answered = { question: question.peek(), engine: ready, excluded }
    if (former === null) onFirst(ready, found)
  }

  return { shown, updates, answer }
}

/** Two queries with the same key have the same deals in the same order. */
const keyOf = ({ filter, sort }: DealQuery): string => JSON.stringify([filter, sort])
