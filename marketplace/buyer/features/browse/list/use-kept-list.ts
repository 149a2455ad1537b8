/** A list or table of one column keeps its place in the history, shows a card when asked to, and starts at the top of a new result. */
import { type RefObject, useCallback, useImperativeHandle } from 'react'
import type { TableVirtuosoHandle, VirtuosoHandle } from 'react-virtuoso'
import { keepPlace } from './kept-place.ts'
import { useBrowsePage } from './page-context.ts'
import { useTopOnChange } from './use-top-on-change.ts'

/** Returns what saves the place, to be called when scrolling has ended. */
export function useKeptList(virtuoso: RefObject<VirtuosoHandle | TableVirtuosoHandle | null>): () => void {
  const { list } = useBrowsePage()
  useTopOnChange(() => virtuoso.current?.scrollTo({ top: 0 }))
  const savePlace = useCallback(
    () => virtuoso.current?.getState((state) => keepPlace(window.history, { list: state })),
    [virtuoso],
  )
  useImperativeHandle(
    list,
    () => ({
      columns: 1,
      show: (index) => virtuoso.current?.scrollIntoView({ index, behavior: 'auto' }),
      savePlace,
    }),
    [virtuoso, savePlace],
  )
  return savePlace
}
