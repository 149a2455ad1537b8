/** A person's saved searches while a page shows them: asked for, kept, changed, forgotten. What failed leaves them as they were. */

import { type Attempt, attempt } from '#marketplace/kit/attempt.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  addSavedSearch,
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  lookAtSavedSearch,
  type SavedSearchWire,
} from '#shared/contract/saved-searches.ts'
import type { Clock } from '#shared/lib/clock.ts'

export type SearchDraft = Pick<SavedSearchWire, 'name' | 'query' | 'alert' | 'channels'>

export interface SearchesModel {
  readonly state: Resource<readonly SavedSearchWire[]>['state']
  /** Never rejects; what is shown stays when it fails. */
  load(): Promise<void>
  keep(draft: SearchDraft): Promise<Attempt<SavedSearchWire>>
  change(id: number, patch: Partial<SearchDraft>): Promise<Attempt<SavedSearchWire>>
  /** Its count begins at zero. */
  look(id: number): Promise<Attempt<SavedSearchWire>>
  /** Null when it is gone. */
  forget(id: number): Promise<Failure | null>
}

export function createSearchesModel(api: Api, clock?: Clock): SearchesModel {
  const list = createResource(
    async (): Promise<readonly SavedSearchWire[]> => (await api(listSavedSearches, {})).data,
    clock,
  )
  const saved = (call: () => Promise<{ data: SavedSearchWire }>): Promise<Attempt<SavedSearchWire>> =>
    attempt(list.merge(async () => (await call()).data, withSearch))

  return {
    state: list.state,
    load: list.load,
    keep: (draft) => saved(() => api(addSavedSearch, { body: draft })),
    change: (id, patch) => saved(() => api(changeSavedSearch, { params: { search: id }, body: patch })),
    look: (id) => saved(() => api(lookAtSavedSearch, { params: { search: id } })),
    async forget(id) {
      const call = () => api(deleteSavedSearch, { params: { search: id } })
      const answer = await attempt(list.merge(call, (all) => all.filter((one) => one.id !== id)))
      return answer.kind === 'failed' ? answer.failure : null
    },
  }
}

const withSearch = (all: readonly SavedSearchWire[], search: SavedSearchWire) =>
  all.some(({ id }) => id === search.id)
    ? all.map((one) => (one.id === search.id ? search : one))
    : [search, ...all]
