/** The sales as a table. On phones the facts of each stand under its address. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format/count.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { CompReason, JudgedComp } from '#shared/rules/deals/comparables.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { CompSort, CompsModel } from './comps-model.ts'
import { dayOf } from './deal.ts'

const REASONS: Readonly<Record<CompReason, string>> = {
  distance: 'Too far',
  age: 'Too long ago',
  size: 'Another size',
  no_size: 'Size not known',
  outlier: 'Outlier',
  left_out: 'Left out',
}

export function CompsTable({ model, isHidden }: { model: CompsModel; isHidden: boolean }) {
  useSignals()
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">Comparable sales</caption>
      <thead>
        <tr className="border-line-strong border-b text-left align-bottom">
          <th scope="col" className="w-9 py-2">
            <span className="sr-only">Counts</span>
          </th>
          <th scope="col" className="data-label py-2 font-regular">
            Address
          </th>
          <Head model={model} by="distance" isWide>
            Distance
          </Head>
          <Head model={model} by="sold">
            Sold
          </Head>
          <Head model={model} by="sqft" isWide isRight>
            Sq ft
          </Head>
          <th scope="col" className="data-label py-2 text-right font-regular max-desk:hidden">
            Beds / baths
          </th>
          <Head model={model} by="ppsf" isRight>
            Price / sq ft
          </Head>
          <Head model={model} by="price" isRight>
            Sold price
          </Head>
        </tr>
      </thead>
      <tbody>
        {model.rows.value.map((row) => (
          <Row key={row.comp.id} row={row} isHidden={isHidden} onToggle={() => model.toggle(row)} />
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps {
  model: CompsModel
  by: CompSort
  isRight?: boolean
  isWide?: boolean
  children: ReactNode
}

function Head({ model, by, isRight = false, isWide = false, children }: HeadProps) {
  useSignals()
  const { key, isDescending } = model.sort.value
  const isHere = key === by
  const Arrow = isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isHere ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames(
        'py-1',
        isRight && 'text-right',
        by === 'sold' && 'pl-2',
        isWide && 'max-desk:hidden',
      )}
    >
      <button
        type="button"
        onClick={() => model.sortBy(by)}
        className="data-label inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-0.5 font-regular hover:text-text"
      >
        {children}
        {isHere ? <Arrow size={12} strokeWidth={1.75} aria-hidden="true" /> : null}
      </button>
    </th>
  )
}

interface RowProps {
  row: JudgedComp
  isHidden: boolean
  onToggle: () => void
}

function Row({ row: { comp, pricePerSqft, reason }, isHidden, onToggle }: RowProps) {
  const counts = reason === null
  const beds = comp.bedrooms === null || comp.bedrooms === undefined ? '–' : formatNumber(comp.bedrooms)
  const baths = comp.bathrooms === null || comp.bathrooms === undefined ? '–' : formatNumber(comp.bathrooms)
  const distance =
    comp.distance_is_band || isHidden ? `under ${comp.distance_miles} mi` : `${comp.distance_miles} mi`
  const size = comp.sq_footage ? formatNumber(comp.sq_footage) : '–'
  return (
    <tr className={classNames('border-line border-t first:border-t-0', !counts && 'text-text-3')}>
      <td className="py-2">
        <label className="grid size-6 cursor-pointer place-items-center print:hidden">
          <input
            type="checkbox"
            checked={counts}
            disabled={pricePerSqft === null}
            onChange={onToggle}
            aria-label={`${comp.address} counts`}
            className="size-4 accent-accent"
          />
        </label>
      </td>
      <th scope="row" className="py-2 text-left font-label">
        {comp.address}
        <span className="block font-regular text-text-3 text-xs">
          <span className="desk:hidden">
            {distance} · {size} sq ft · {beds}/{baths}
          </span>
          {counts ? null : <span className="max-desk:before:content-['_·_']">{REASONS[reason]}</span>}
        </span>
      </th>
      <td className="py-2 text-text-2 max-desk:hidden">{distance}</td>
      {/* On the smallest phones it breaks before the year alone. */}
      <td className="py-2 pl-2 text-text-2 max-desk:text-xs">
        {dayOf(comp.sold_at)?.replace(' ', '\u00a0')}
      </td>
      <td className="py-2 text-right max-desk:hidden">{size}</td>
      <td className="py-2 text-right max-desk:hidden">
        {beds} / {baths}
      </td>
      <td className="py-2 pl-3 text-right">
        {pricePerSqft === null ? '–' : formatMoney(Math.round(pricePerSqft))}
      </td>
      <td className="py-2 pl-3 text-right font-semibold">{formatMoney(comp.sold_price)}</td>
    </tr>
  )
}
