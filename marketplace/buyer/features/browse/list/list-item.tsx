/** One deal in a list, a grid or a table: finds it by its place in the order and hands it what belongs to this person. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { dealName } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { useBrowse } from '../browse-context.tsx'
import { CompareSwitch } from '../compare/compare-switch.tsx'
import { HideButton } from '../marks/hide-button.tsx'
import { Stop } from './list-stop.tsx'
import { useBrowsePage } from './page-context.ts'

export interface ListItemProps {
  deal: DealFacts
  index: number
  className?: string
  children: ReactNode
}

/** An article of the feed. The pointer and the focus on it mark its pin on the map. */
export function ListItem({ deal, index, className, children }: ListItemProps) {
  useSignals()
  const model = useBrowse()
  const count = model.shown.value?.result.count ?? 0
  return (
    <article
      aria-label={dealName(deal)}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={className}
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch') model.hoveredId.value = deal.id
      }}
      onPointerLeave={() => {
        if (model.hoveredId.peek() === deal.id) model.hoveredId.value = null
      }}
      onFocus={() => {
        model.hoveredId.value = deal.id
      }}
      onBlur={() => {
        if (model.hoveredId.peek() === deal.id) model.hoveredId.value = null
      }}
    >
      <Stop id={deal.id} index={index}>
        {children}
      </Stop>
    </article>
  )
}

/** What every card of this page is given. */
export function useCardProps(deal: DealFacts) {
  useSignals()
  const model = useBrowse()
  const page = useBrowsePage()
  return {
    deal,
    corner: <HeartButton propertyId={deal.id} name={dealName(deal)} />,
    actions: (
      <span className="ml-auto flex flex-none gap-0.5">
        <HideButton id={deal.id} name={dealName(deal)} />
        <CompareSwitch id={deal.id} name={dealName(deal)} />
      </span>
    ),
    isHovered: model.hoveredId.value === deal.id || model.selectedId.value === deal.id,
    isViewed: page.viewed.value.has(deal.id),
    onOpen: page.open,
  }
}
