/** A list of the console, page by page: loading, failed with words, or rows with a way to more. */
import { useEffect, useMemo, useState } from 'react'
import { failureText } from '#marketplace/kit/error-text.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { hasNextPage } from '#shared/contract/wire.ts'

interface Page<Row> {
  data: Row[]
  links?: { next?: string | null | undefined } | unknown[] | undefined
  next_page_url?: string | null | undefined
}

export interface Pages<Row> {
  readonly rows: readonly Row[] | null
  readonly hasMore: boolean
  readonly isBusy: boolean
  readonly errorMessage: string | null
  reload(): void
  more(): void
}

/** `load` must stay the same as long as the list does. What failed is asked again with growing waits. */
export function usePages<Row>(load: (page: number) => Promise<Page<Row>>): Pages<Row> {
  const list = useMemo(() => createPages(load), [load])
  const [state, setState] = useState(list.state.peek())
  const { isBusy, during } = useBusy()
  useEffect(() => {
    const stop = list.state.subscribe(setState)
    void list.load()
    return () => {
      stop()
      list.reset()
    }
  }, [list])
  const shown = readyPages(state)

  return {
    rows: shown?.rows ?? null,
    isBusy,
    errorMessage:
      state.phase === 'failed'
        ? failureText(state.failure)
        : state.phase === 'ready' && state.isStale
          ? 'This list could not be brought up to date.'
          : null,
    hasMore: shown?.hasMore ?? false,
    reload: () => void list.load(),
    more: () => void during(list.more()),
  }
}

const readyPages = <T>(state: ResourceState<T>): T | null => (state.phase === 'ready' ? state.value : null)

/** As many pages as were asked for. */
function createPages<Row>(load: (page: number) => Promise<Page<Row>>) {
  let wanted = 1
  const list = createResource(async () => {
    const rows: Row[] = []
    let hasMore = true
    for (let page = 1; hasMore && page <= wanted; page++) {
      const reply = await load(page)
      rows.push(...reply.data)
      hasMore = hasNextPage(reply)
    }
    return { rows, hasMore }
  })
  const more = () => {
    wanted++
    return list.load()
  }
  return { ...list, more }
}
