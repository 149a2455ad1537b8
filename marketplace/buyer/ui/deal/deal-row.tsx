/**
 * One deal as a row of a list: picture, facts, price against ARV. One link covers it; the heart and values that filter lie above.
 * Follows the width of its list (the container `deals`), not of the window.
 */
import type { ReactNode } from 'react'
import { ViewedTag } from '#marketplace/kit/ui/tag.tsx'
import { formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { DealFigures, PriceBlock, PriceValue, SpreadText } from './deal-figures.tsx'
import { placeOf } from './deal-labels.ts'
import { DealLink, type DealLinkProps } from './deal-link.tsx'
import { DealPhoto } from './deal-photo.tsx'
import { DealTags } from './deal-tags.tsx'
import { FilterValue } from './filter-value.tsx'

export interface DealCardProps extends Pick<DealLinkProps, 'onOpen'> {
  deal: DealFacts
  /** At the right top of the picture, e.g. the heart. */
  corner?: ReactNode
  /** Under the tags, e.g. a switch to compare. */
  actions?: ReactNode
  /** Pointed at here or on the map. */
  isHovered?: boolean
  /** Opened before. */
  isViewed?: boolean
  /** Words of a search, marked in the heading. */
  title?: ReactNode
  /** In the place of the match score. */
  match?: ReactNode
}

/** 148 px for the picture and 168 for the price; 112 and 132 in a tight list; two columns on phones (DESIGN.md, Layout). */
const GRID =
  'grid grid-cols-[--spacing(28)_minmax(0,1fr)] gap-3 px-4 py-3 tight:grid-cols-[--spacing(28)_minmax(0,1fr)_--spacing(33)] roomy:grid-cols-[--spacing(37)_minmax(0,1fr)_--spacing(42)] roomy:gap-4 roomy:px-5 roomy:py-3.5'
const PHOTO = 'h-28 tight:h-26'

export function DealRow({
  deal,
  corner,
  actions,
  isHovered = false,
  isViewed = false,
  title,
  match,
  onOpen,
}: DealCardProps) {
  return (
    <div className={classNames(GRID, 'relative hover:bg-hover', isHovered && 'bg-hover')}>
      <span className="relative">
        <DealPhoto src={deal.image} className={PHOTO} />
        {corner ? <span className="absolute top-1.25 right-1.25 z-1">{corner}</span> : null}
        {isViewed ? (
          <span className="absolute top-1.5 left-1.5 flex">
            <ViewedTag />
          </span>
        ) : null}
      </span>
      <span className="flex min-w-0 flex-col gap-0.75">
        <span className="num font-semibold text-xl leading-6 tracking-[-0.022em] tight:hidden">
          <PriceValue deal={deal} />
        </span>
        <DealLink deal={deal} {...(onOpen ? { onOpen } : {})} />
        <PlaceLine deal={deal} />
        {title ? <span className="truncate text-sm text-text-2">{title}</span> : null}
        <DealFigures deal={deal} className="h-4.5 overflow-hidden" />
        <span className="mt-auto flex min-h-5 items-center gap-1.25 pt-0.5">
          <span className="@container/tags flex h-5 min-w-0 flex-1 flex-wrap gap-1.25 overflow-hidden">
            <DealTags deal={deal} match={match} />
          </span>
          {actions}
        </span>
        <CompactPrice deal={deal} />
      </span>
      <span className="hidden tight:block">
        <PriceBlock deal={deal} />
      </span>
    </div>
  )
}

/** The neighborhood's city and ZIP; a press filters by the city. */
export function PlaceLine({ deal }: { deal: DealFacts }) {
  const words = placeOf(deal)
  if (deal.city === null) return <span className="truncate text-sm text-text-2">{words}</span>
  return (
    <span className="truncate text-sm text-text-2">
      <FilterValue
        value={{ kind: 'place', place: { kind: 'city', name: deal.city, state: deal.state ?? '' } }}
        hint={`${words}: show only ${deal.city}`}
      >
        {words}
      </FilterValue>
    </span>
  )
}

/** Bar, ARV and spread under the facts, where there is no column for them. */
function CompactPrice({ deal }: { deal: DealFacts }) {
  if (deal.arv === null) return null
  return (
    <span className="num flex flex-wrap gap-x-2 text-sm tight:hidden">
      <span className="w-full pt-1 pb-1.25">
        <SpreadBar priceUsd={deal.price} arvUsd={deal.arv} />
      </span>
      <span className="text-text-3">ARV</span>
      <b className="font-medium">{formatMoney(deal.arv)}</b>
      <span className="ml-auto text-right">
        <SpreadText deal={deal} />
      </span>
    </span>
  )
}

/** The place of a row that still loads, as high as one. */
export function DealRowSkeleton() {
  return (
    <div className={classNames(GRID, 'border-line border-t')}>
      <Skeleton className={classNames(PHOTO, 'rounded-md')} />
      <span className="flex min-w-0 flex-col gap-2.25 pt-1">
        <Skeleton className="h-4 w-3/5 rounded-xs" />
        <Skeleton className="h-3 w-11/12 rounded-xs" />
        <Skeleton className="h-3 w-3/4 rounded-xs" />
        <Skeleton className="mt-auto h-5 w-2/5 rounded-xs" />
        <span className="grid gap-2 tight:hidden">
          <Skeleton className="h-1" />
          <Skeleton className="h-3.5 w-full rounded-xs" />
        </span>
      </span>
      <span className="hidden content-start gap-2.5 pt-1 tight:grid">
        <Skeleton className="h-5 w-3/4 justify-self-end rounded-xs" />
        <Skeleton className="h-1" />
        <Skeleton className="h-3 rounded-xs" />
        <Skeleton className="h-3 rounded-xs" />
      </span>
    </div>
  )
}
