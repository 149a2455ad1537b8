/**
 * The browse page's address and its query, kept as one (checklist BRW-30). Changes that follow each other within a pause are
 * one step of Back; Back and Forward bring the query of their entry. Knows nothing of deals.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { FILTER_PAUSE_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import { readQuery, writeQuery } from '#shared/rules/deals/query-codec.ts'

/** `step`: Back undoes it. `replace`: the entry is only brought up to date, e.g. when the map moves. */
export type Step = 'step' | 'replace'

export interface BrowseAddress {
  readonly query: ReadonlySignal<DealQuery>
  /** What of it was not understood, in words. */
  readonly problems: ReadonlySignal<readonly string[]>
  dismissProblems(): void
  set(query: DealQuery, step: Step): void
  dispose(): void
}

/** The parts of a window that are used. */
export interface AddressWindow {
  readonly location: Pick<Location, 'pathname' | 'search'>
  readonly history: Pick<History, 'pushState' | 'replaceState' | 'state'>
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
}

export function createBrowseAddress(window: AddressWindow, clock: Clock): BrowseAddress {
  const { location, history } = window
  const path = location.pathname
  let search = location.search
  let lastStepMs = Number.NEGATIVE_INFINITY
  const read = readQuery(new URLSearchParams(search))
  const query = signal(read.query)
  const problems = signal(read.problems)

  /** The entry is another one, or a link has led here once more. */
  const moved = () => {
    // Another page is coming: its address says nothing about deals.
    if (location.pathname !== path || location.search === search) return
    search = location.search
    lastStepMs = Number.NEGATIVE_INFINITY
    const found = readQuery(new URLSearchParams(search))
    query.value = found.query
    problems.value = found.problems
  }
  for (const event of MOVES) window.addEventListener(event, moved)

  return {
    query,
    problems,
    dismissProblems() {
      problems.value = []
    },
    set(next, step) {
      const before = search
      search = searchOf(next)
      query.value = next
      // A map that settles changes nothing about what was wrong with the link.
      if (step === 'step') problems.value = []
      if (search === before || location.pathname !== path) return
      const isNewEntry = step === 'step' && clock.now() - lastStepMs > FILTER_PAUSE_MS
      if (step === 'step') lastStepMs = clock.now()
      if (isNewEntry) history.pushState(null, '', path + search)
      else history.replaceState(history.state, '', path + search)
    },
    dispose() {
      for (const event of MOVES) window.removeEventListener(event, moved)
    },
  }
}

/** With its colons and commas as they are, which an address may have: a person can read it. */
function searchOf(query: DealQuery): string {
  const text = writeQuery(query).toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

/** The last two are wouter's names for what links and pages do to the history. */
const MOVES = ['popstate', 'pushState', 'replaceState'] as const
