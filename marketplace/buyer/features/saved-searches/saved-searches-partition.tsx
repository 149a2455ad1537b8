/** Profile, Saved searches: each with what came into it since, its alerts, and what can be done with it (checklist NOT-08). */
import { useSignals } from '@preact/signals-react/runtime'
import { BookmarkCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { createSearchesModel, type SearchesModel } from '#marketplace/buyer/platform/searches-model.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { List, LoadingRows } from '#marketplace/buyer/ui/partition-parts.tsx'
import { savedSearchesUpdated } from '#shared/contract/events.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { SAVED_SEARCHES_MAX } from '#shared/contract/search-limits.ts'
import { SearchRow } from './search-row.tsx'

export default function SavedSearchesPartition() {
  useSignals()
  const { api } = useServices()
  const [model] = useState(() => createSearchesModel(api))
  useEffect(() => void model.load(), [model])
  useLiveNews({
    event: savedSearchesUpdated,
    what: 'Saved searches',
    onChange: model.load,
  })
  const state = model.state.value
  if (state.phase === 'loading') return <LoadingRows count={3} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
  return <Searches model={model} searches={state.value} />
}

function Searches({ model, searches }: { model: SearchesModel; searches: readonly SavedSearchWire[] }) {
  if (searches.length === 0)
    return (
      <EmptyState
        icon={BookmarkCheck}
        title="No saved searches yet"
        action={
          <LinkButton variant="primary" href="/deals">
            Browse deals
          </LinkButton>
        }
      >
        Set filters on the deals and press “Save search”. New deals that pass them are counted here, and you
        hear of them as often as you like.
      </EmptyState>
    )
  return (
    <>
      <List label="Saved searches">
        {searches.map((search) => (
          <SearchRow
            key={search.id}
            model={model}
            search={search}
            canCopy={searches.length < SAVED_SEARCHES_MAX}
          />
        ))}
      </List>
      <p className="num mt-3 text-sm text-text-3">
        {searches.length} of {SAVED_SEARCHES_MAX} searches
      </p>
    </>
  )
}
