/** For who came here by a saved search: what came into it since they last looked, to be shown alone. */
import { useEffect, useState } from 'react'
import { createSearchesModel } from '#marketplace/buyer/platform/searches-model.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { ResourceState } from '#marketplace/kit/resource.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { OnlyChip } from './only-chip.tsx'

interface News {
  readonly name: string
  readonly ids: ReadonlySet<number>
}

/** Nothing when there is no such search, or no news. */
export default function SavedNews({ savedId }: { savedId: number }) {
  const news = useNews(savedId)
  if (news === null || news.ids.size === 0) return null
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-4 py-1.5 text-sm roomy:px-5">
      <p role="status" className="min-w-0 truncate">
        Saved search “{news.name}”
      </p>
      <OnlyChip label="Only what is new" ids={news.ids} counted="listed" />
    </div>
  )
}

/** They stay as they were when the page was opened; the count of the search begins at zero. */
function useNews(savedId: number): News | null {
  const { api, log } = useServices()
  const [news, setNews] = useState<News | null>(null)
  useEffect(() => {
    let isEnded = false
    const model = createSearchesModel(api)
    const look = async () => {
      await model.load()
      const search = searchIn(model.state.peek(), savedId)
      if (isEnded || search === undefined) return
      setNews({ name: search.name, ids: new Set(search.new_ids) })
      const answer = await model.look(savedId)
      if (answer.kind === 'failed') log.warn('That a search was looked at was not kept', answer.failure.kind)
    }
    void look()
    return () => {
      isEnded = true
    }
  }, [api, log, savedId])
  return news
}

const searchIn = (state: ResourceState<readonly SavedSearchWire[]>, id: number) =>
  state.phase === 'ready' ? state.value.find((search) => search.id === id) : undefined
