/** The grid: cards side by side, as many as there is room for. */
import { useSignals } from '@preact/signals-react/runtime'
import { useImperativeHandle, useRef } from 'react'
import { VirtuosoGrid, type VirtuosoGridHandle } from 'react-virtuoso'
import { DealGridCard } from '#marketplace/buyer/ui/deal/deal-cards.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { useBrowse } from '../browse-context.tsx'
import { Feed } from './deal-list.tsx'
import { ListItem, useCardProps } from './list-item.tsx'
import { useBrowsePage } from './page-context.ts'
import { useDealAt } from './use-deal.ts'
import { useTopOnChange } from './use-top-on-change.ts'

export function DealGrid() {
  useSignals()
  const model = useBrowse()
  const { list, place, stop } = useBrowsePage()
  const grid = useRef<VirtuosoGridHandle>(null)
  const count = model.shown.value?.result.count ?? 0
  useTopOnChange(() => grid.current?.scrollTo({ top: 0 }))
  useImperativeHandle(
    list,
    () => ({
      get columns() {
        return columnsOf()
      },
      show: (index) => grid.current?.scrollToIndex({ index, align: 'center' }),
      savePlace: () => {},
    }),
    [],
  )
  const startAt = place.dealId === null ? -1 : model.order.peek().indexOf(place.dealId)
  return (
    <VirtuosoGrid
      ref={grid}
      totalCount={count}
      tabIndex={-1}
      rangeChanged={(range) => {
        stop.drawn.value = range
      }}
      increaseViewportBy={600}
      computeItemKey={(index) => model.order.peek()[index] ?? `place ${index}`}
      itemContent={(index) => <Card index={index} />}
      {...(startAt > 0 ? { initialTopMostItemIndex: startAt } : {})}
      components={PARTS}
      listClassName="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-4 px-4 desk:px-5"
      itemClassName="min-w-0"
      className="h-full"
    />
  )
}

/** The list's own padding above and below belongs to the cards that are not drawn. */
const Space = () => <div className="h-4 desk:h-5" />
const PARTS = { List: Feed, Header: Space, Footer: Space }

/** As drawn at this moment. */
function columnsOf(): number {
  const list = document.querySelector('[role="feed"]')
  return list === null ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length
}

function Card({ index }: { index: number }) {
  const deal = useDealAt(index)
  return deal === null ? <div className="h-90" /> : <CardOf deal={deal} index={index} />
}

function CardOf({ deal, index }: { deal: DealFacts; index: number }) {
  const props = useCardProps(deal)
  return (
    <ListItem deal={deal} index={index} className="h-full">
      <DealGridCard {...props} />
    </ListItem>
  )
}
