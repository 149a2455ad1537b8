/** A list of the console, page by page: loading, failed with words, or rows with a way to more. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '#marketplace/kit/error-text.ts'

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
  readonly trouble: string | null
  /** From the first page. */
  reload(): void
  more(): void
}

/** `load` must stay the same as long as the list does. */
export function usePages<Row>(load: (page: number) => Promise<Page<Row>>): Pages<Row> {
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  const [at, setAt] = useState({ page: 0, hasMore: false })
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const round = useRef(0)

  const fetchPage = useCallback(
    async (page: number) => {
      round.current += 1
      const mine = round.current
      setBusy(true)
      setTrouble(null)
      try {
        const reply = await load(page)
        if (mine !== round.current) return
        setRows((before) => (page === 1 ? reply.data : [...(before ?? []), ...reply.data]))
        setAt({ page, hasMore: hasNextPage(reply) })
      } catch (error) {
        if (mine === round.current) setTrouble(errorText(error))
      } finally {
        if (mine === round.current) setBusy(false)
      }
    },
    [load],
  )
  useEffect(() => {
    setRows(null)
    void fetchPage(1)
  }, [fetchPage])

  return {
    ...{ rows, isBusy, trouble, hasMore: at.hasMore },
    reload: () => void fetchPage(1),
    more: () => void fetchPage(at.page + 1),
  }
}
