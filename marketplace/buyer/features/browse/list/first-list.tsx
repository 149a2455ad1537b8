/** The first deals as rows, without what needs the whole list: while that is loading, and drawn by the server before any script has run. */
import type { ReactNode } from 'react'
import { dealName } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { formatNumber } from '#shared/format/count.ts'
import { type DealFacts, dealAt } from '#shared/rules/deals/deal-facts.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'

export interface FirstListProps {
  table: DealTable
  /** Deals that pass the filters. */
  count: number
  /** Not shown to this person. */
  hiddenIds?: ReadonlySet<number>
  row: (deal: DealFacts) => ReactNode
  /** Under the last of them, in the place of the line that says that the rest is loading. */
  end?: ReactNode
  /** In pixels from the top. */
  onScroll?: (top: number) => void
}

export function FirstList({ table, count, hiddenIds, row, end, onScroll }: FirstListProps) {
  const deals = Array.from({ length: table.count }, (_, place) => dealAt(table, place)).filter(
    ({ id }) => !hiddenIds?.has(id),
  )
  return (
    <div
      role="feed"
      aria-busy="true"
      aria-label="Deals"
      onScroll={(event) => onScroll?.(event.currentTarget.scrollTop)}
      className="h-full overflow-y-auto"
    >
      {deals.map((deal, index) => (
        <article
          key={deal.id}
          aria-label={dealName(deal)}
          aria-posinset={index + 1}
          aria-setsize={count}
          className="border-line border-b"
        >
          {row(deal)}
        </article>
      ))}
      {end ??
        (count > table.count ? (
          <p className="num px-5 py-4 text-center text-sm text-text-3">
            Loading {formatNumber(count - table.count)} more deals…
          </p>
        ) : null)}
    </div>
  )
}
