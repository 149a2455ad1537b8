/** A person's saved searches while a page shows them: asked for, kept, changed, forgotten. What failed leaves them as they were. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  addSavedSearch,
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  lookAtSavedSearch,
  type SavedSearchWire,
} from '#shared/contract/saved-searches.ts'
import { type Attempt, attempt } from './attempt.ts'

export type SearchDraft = Pick<SavedSearchWire, 'name' | 'query' | 'alert' | 'channels'>

export type SearchesState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly searches: readonly SavedSearchWire[] }

export interface SearchesModel {
  readonly state: ReadonlySignal<SearchesState>
  /** Never rejects; what is shown stays when it fails. */
  load(): Promise<void>
  keep(draft: SearchDraft): Promise<Attempt<SavedSearchWire>>
  change(id: number, patch: Partial<SearchDraft>): Promise<Attempt<SavedSearchWire>>
  /** Its count begins at zero. */
  look(id: number): Promise<Attempt<SavedSearchWire>>
  /** Null when it is gone. */
  forget(id: number): Promise<Failure | null>
}

export function createSearchesModel(api: Api): SearchesModel {
  const state = signal<SearchesState>({ phase: 'loading' })
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
    try {
      const { data } = await api(listSavedSearches, {})
      if (mine === turn) state.value = { phase: 'ready', searches: data }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (mine === turn && state.peek().phase !== 'ready')
        state.value = { phase: 'failed', failure: error.failure }
    }
  }

  /** What was asked before the change says nothing about it. */
  function put(change: (searches: readonly SavedSearchWire[]) => readonly SavedSearchWire[]): void {
    turn++
    const shown = state.peek()
    if (shown.phase === 'ready') state.value = { phase: 'ready', searches: change(shown.searches) }
  }

  async function saved(call: Promise<{ data: SavedSearchWire }>): Promise<Attempt<SavedSearchWire>> {
    const answer = await attempt(call)
    if (answer.kind === 'failed') return answer
    const { data } = answer.value
    put((all) =>
      all.some(({ id }) => id === data.id)
        ? all.map((one) => (one.id === data.id ? data : one))
        : [data, ...all],
    )
    return { kind: 'done', value: data }
  }

  return {
    state,
    load,
    keep: (draft) => saved(api(addSavedSearch, { body: draft })),
    change: (id, patch) => saved(api(changeSavedSearch, { params: { search: id }, body: patch })),
    look: (id) => saved(api(lookAtSavedSearch, { params: { search: id } })),
    async forget(id) {
      const answer = await attempt(api(deleteSavedSearch, { params: { search: id } }))
      if (answer.kind === 'failed') return answer.failure
      put((all) => all.filter((one) => one.id !== id))
      return null
    },
  }
}
