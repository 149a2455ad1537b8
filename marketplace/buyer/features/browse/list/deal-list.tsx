/** The list: rows of which only those in view are drawn, however many there are. Goes back to where it was left. */
import { useSignals } from '@preact/signals-react/runtime'
import { Children, type ComponentProps, useRef } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { DealRow } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { useBrowse } from '../browse-context.tsx'
import { ListItem, useCardProps } from './list-item.tsx'
import { useBrowsePage } from './page-context.ts'
import { useDealAt } from './use-deal.ts'
import { useKeptList } from './use-kept-list.ts'

export function DealList() {
  useSignals()
  const model = useBrowse()
  const { place, stop, firstTop } = useBrowsePage()
  const virtuoso = useRef<VirtuosoHandle>(null)
  const count = model.shown.value?.result.count ?? 0
  const savePlace = useKeptList(virtuoso)
  return (
    <Virtuoso
      ref={virtuoso}
      totalCount={count}
      tabIndex={-1}
      rangeChanged={(range) => {
        stop.drawn.value = range
      }}
      // About the height of a row, so that the scroll bar is right before any was measured.
      defaultItemHeight={133}
      increaseViewportBy={400}
      computeItemKey={(index) => model.order.peek()[index] ?? `place ${index}`}
      itemContent={(index) => <Row index={index} />}
      {...(place.list ? { restoreStateFrom: place.list } : { initialScrollTop: firstTop.current })}
      isScrolling={(isScrolling) => {
        if (!isScrolling) savePlace()
      }}
      components={{ List: Feed }}
      className="h-full"
    />
  )
}

/** Screen readers walk a feed article by article and are told how many there are. Busy until the first are drawn. */
export function Feed(props: ComponentProps<'div'>) {
  return <div {...props} role="feed" aria-label="Deals" aria-busy={Children.count(props.children) === 0} />
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
