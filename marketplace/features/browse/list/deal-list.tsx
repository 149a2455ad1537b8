/** The list: rows of which only those in view are drawn, however many there are. Goes back to where it was left. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentProps, useCallback, useImperativeHandle, useRef } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { DealRow } from '#marketplace/ui/deal/deal-row.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { useBrowse } from '../browse-context.tsx'
import { keepPlace } from './kept-place.ts'
import { ListItem, useCardProps } from './list-item.tsx'
import { useBrowsePage } from './page-context.ts'
import { useDealAt } from './use-deal.ts'
import { useTopOnChange } from './use-top-on-change.ts'

export function DealList() {
  useSignals()
  const model = useBrowse()
  const { place, list } = useBrowsePage()
  const virtuoso = useRef<VirtuosoHandle>(null)
  const count = model.shown.value?.result.count ?? 0
  useTopOnChange(() => virtuoso.current?.scrollTo({ top: 0 }))
  const savePlace = useCallback(
    () => virtuoso.current?.getState((state) => keepPlace(window.history, { list: state })),
    [],
  )
  useImperativeHandle(
    list,
    () => ({
      columns: 1,
      show: (index) => virtuoso.current?.scrollIntoView({ index, behavior: 'auto' }),
      savePlace,
    }),
    [savePlace],
  )
  return (
    <Virtuoso
      ref={virtuoso}
      totalCount={count}
      // About the height of a row, so that the scroll bar is right before any was measured.
      defaultItemHeight={133}
      increaseViewportBy={400}
      computeItemKey={(index) => model.order.peek()[index] ?? `place ${index}`}
      itemContent={(index) => <Row index={index} />}
      {...(place.list ? { restoreStateFrom: place.list } : {})}
      isScrolling={(isScrolling) => {
        if (!isScrolling) savePlace()
      }}
      components={{ List: Feed }}
      className="h-full"
    />
  )
}

/** Screen readers walk a feed article by article and are told how many there are. */
export function Feed(props: ComponentProps<'div'>) {
  return <div {...props} role="feed" aria-label="Deals" />
}

function Row({ index }: { index: number }) {
  const deal = useDealAt(index)
  // Never empty: what has no height cannot be placed.
  return deal === null ? <div className="h-33" /> : <RowOf deal={deal} index={index} />
}

function RowOf({ deal, index }: { deal: DealFacts; index: number }) {
  const props = useCardProps(deal)
  return (
    <ListItem deal={deal} index={index} className="border-line border-b">
      <DealRow {...props} />
    </ListItem>
  )
}
