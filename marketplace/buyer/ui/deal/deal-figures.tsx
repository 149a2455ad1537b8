/** Figures of a deal as cards show them: beds to year, price against ARV, and where it is. Unknown ones are left out. */
import { formatNumber } from '#shared/format/count.ts'
import { compactMoney, formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import type { RangeKey } from '#shared/rules/deals/filter.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { spreadPercentText } from './deal-labels.ts'
import { FilterValue } from './filter-value.tsx'

export function DealFigures({ deal, className }: { deal: DealFacts; className?: string }) {
  return (
    <span className={classNames('num flex flex-wrap gap-x-3.25 text-sm text-text-2', className)}>
      <Figure filter="beds" value={deal.beds} unit="bd" hint={(value) => `${value} or more bedrooms`} />
      <Figure filter="baths" value={deal.baths} unit="ba" hint={(value) => `${value} or more bathrooms`} />
      <Figure filter="sqft" value={deal.sqft} unit="sq ft" hint={(value) => `about ${value} sq ft`} />
      <Figure
        filter="year"
        value={deal.year}
        text={deal.year === null ? '' : String(deal.year)}
        label="Built"
        hint={() => 'built in that decade'}
      />
    </span>
  )
}

interface FigureProps {
  filter: RangeKey
  value: number | null
  text?: string
  unit?: string
  label?: string
  /** What a press shows only. */
  hint: (value: string) => string
}

function Figure({ filter, value, text, unit, label, hint }: FigureProps) {
  if (value === null) return null
  const shown = text ?? formatNumber(value)
  return (
    <FilterValue
      value={{ kind: 'range', key: filter, value }}
      hint={`${label ?? shown} ${unit ?? shown}: show only ${hint(shown)}`}
    >
      {label ? `${label} ` : null}
      <b className="font-semibold text-text">{shown}</b>
      {unit ? ` ${unit}` : null}
    </FilterValue>
  )
}

/** The price block at the right of a row: price, bar, ARV, spread. */
export function PriceBlock({ deal }: { deal: DealFacts }) {
  return (
    <span className="num grid content-start gap-y-0.5 text-sm">
      <span className="text-right font-semibold text-xl leading-6.5 tracking-[-0.022em]">
        <PriceValue deal={deal} />
      </span>
      <span className="grid py-1.25">
        <SpreadBar priceUsd={deal.price} arvUsd={deal.arv} />
      </span>
      {deal.arv === null ? null : (
        <span className="flex justify-between gap-2.5">
          <span className="text-text-3">ARV</span>
          <b className="font-medium">
            <FilterValue
              value={{ kind: 'range', key: 'arv', value: deal.arv }}
              hint={`${formatMoney(deal.arv)}: show only this ARV or more`}
            >
              {formatMoney(deal.arv)}
            </FilterValue>
          </b>
        </span>
      )}
      {deal.spread === null ? null : (
        <span className="flex justify-between gap-2.5">
          <span className="text-text-3">Spread</span>
          <SpreadText deal={deal} />
        </span>
      )}
    </span>
  )
}

export function PriceValue({ deal }: { deal: DealFacts }) {
  if (deal.price === null) return <span className="text-base text-text-2">Price on request</span>
  return (
    <FilterValue
      value={{ kind: 'range', key: 'price', value: deal.price }}
      hint={`${formatMoney(deal.price)}: show only up to this price`}
    >
      {formatMoney(deal.price)}
    </FilterValue>
  )
}

/** `$77K · 29%`, in green while there is a margin. */
export function SpreadText({ deal, isShort = false }: { deal: DealFacts; isShort?: boolean }) {
  if (deal.spread === null) return null
  const percent = spreadPercentText(deal)
  const words = `${compactMoney(deal.spread)}${isShort ? ' spread' : percent === null ? '' : ` · ${percent}`}`
  return (
    <b className={classNames('font-medium', deal.spread > 0 ? 'text-gain-text' : 'text-text-2')}>
      <FilterValue
        value={{ kind: 'range', key: 'spread', value: deal.spread }}
        hint={`${words}: show only this spread or more`}
      >
        {words}
      </FilterValue>
    </b>
  )
}
