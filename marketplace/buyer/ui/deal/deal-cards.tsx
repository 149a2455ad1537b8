/** A deal as a card of the grid, and as the small card that the map opens at a pin. */

import { ViewedTag } from '#marketplace/kit/ui/tag.tsx'
import { formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { DealFigures, PriceValue, SpreadText } from './deal-figures.tsx'
import { DealLink } from './deal-link.tsx'
import { DealPhoto } from './deal-photo.tsx'
import { type DealCardProps, PlaceLine } from './deal-row.tsx'
import { DealTags } from './deal-tags.tsx'

export function DealGridCard({
  deal,
  corner,
  actions,
  isHovered = false,
  isViewed = false,
  onOpen,
}: DealCardProps) {
  return (
    <div
      className={classNames(
        'relative flex h-full flex-col overflow-hidden rounded-lg border border-line hover:border-field',
        isHovered && 'border-field',
      )}
    >
      <DealPhoto src={deal.image} isLarge className="h-44 flex-none rounded-none" />
      {corner ? <span className="absolute top-2 right-2 z-1">{corner}</span> : null}
      {isViewed ? (
        <span className="absolute top-2 left-2 flex">
          <ViewedTag />
        </span>
      ) : null}
      <span className="flex min-w-0 flex-1 flex-col gap-1 p-3">
        <PriceLine deal={deal} />
        <SpreadBar priceUsd={deal.price} arvUsd={deal.arv} />
        <DealLink deal={deal} {...(onOpen ? { onOpen } : {})} />
        <PlaceLine deal={deal} />
        <DealFigures deal={deal} />
        <span className="mt-auto flex items-center gap-1.25 pt-1.5">
          <span className="@container/tags flex h-5 min-w-0 flex-1 flex-wrap gap-1.25 overflow-hidden">
            <DealTags deal={deal} />
          </span>
          {actions}
        </span>
      </span>
    </div>
  )
}

/** At a pin: picture, numbers, address. */
export function DealPopupCard({ deal, corner, onOpen }: Omit<DealCardProps, 'isHovered' | 'actions'>) {
  return (
    <div className="relative w-74 max-w-full overflow-hidden rounded-lg bg-overlay text-left text-text">
      <DealPhoto src={deal.image} isLarge className="h-30 rounded-none" />
      {corner ? <span className="absolute top-2 left-2 z-1">{corner}</span> : null}
      <span className="grid gap-1 px-3 pt-2.5 pb-3">
        <PriceLine deal={deal} />
        <SpreadBar priceUsd={deal.price} arvUsd={deal.arv} />
        <DealLink deal={deal} className="font-regular text-sm" {...(onOpen ? { onOpen } : {})} />
        <PlaceLine deal={deal} />
        <span className="flex gap-1.25 pt-0.5">
          <DealTags deal={deal} />
        </span>
      </span>
    </div>
  )
}

function PriceLine({ deal }: { deal: DealFacts }) {
  return (
    <span className="num flex items-baseline gap-2">
      <b className="font-semibold text-lg tracking-[-0.02em]">
        <PriceValue deal={deal} />
      </b>
      {deal.arv === null ? null : <span className="text-text-2 text-xs">ARV {formatMoney(deal.arv)}</span>}
      <span className="ml-auto text-xs">
        <SpreadText deal={deal} isShort />
      </span>
    </span>
  )
}
