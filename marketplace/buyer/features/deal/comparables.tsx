/** Comparable sales: what each says, which count and why not, and what they make of the seller's ARV (checklist DEAL-11). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { formatUsd } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { CompRuleFields } from './comp-rule-fields.tsx'
import { type CompsModel, createCompsModel } from './comps-model.ts'
import { CompsTable } from './comps-table.tsx'
import type { Deal } from './deal.ts'
import { Section } from './section.tsx'

export function Comparables({ deal, nowMs }: { deal: Deal; nowMs: number }) {
  useSignals()
  const { comparables, squareFeet, arvUsd } = deal
  // Made once: a page that asks again for the deal keeps what the reader set.
  const [model] = useState(() => createCompsModel({ sqft: squareFeet, arv: arvUsd, nowMs }, comparables))
  useEffect(
    () => model.follow({ sqft: squareFeet, arv: arvUsd, nowMs }, comparables),
    [model, squareFeet, arvUsd, nowMs, comparables],
  )
  if (comparables.length === 0)
    return (
      <Section title="Comparable sales">
        <p className="text-text-2">No comparable sales are known near here.</p>
      </Section>
    )
  return (
    <Section
      title="Comparable sales"
      action={
        model.isChanged.value ? (
          <Button variant="ghost" size="sm" onClick={model.reset}>
            Reset
          </Button>
        ) : null
      }
    >
      <Verdict model={model} />
      <CompRuleFields model={model} />
      <CompsTable model={model} isHidden={!deal.hasAddress} />
      <Outliers model={model} />
      <p className="mt-2 text-2xs text-text-3">
        Source: {[...new Set(comparables.map(({ source }) => source))].join(', ')}.
        {deal.hasAddress
          ? ''
          : ' While the address is hidden, the sales are those near the approximate location, in bands of distance.'}
      </p>
    </Section>
  )
}

function Verdict({ model }: { model: CompsModel }) {
  useSignals()
  const { suggestedArv, againstSeller, included } = model.choice.value
  if (suggestedArv === null)
    return (
      <p role="status" className="mb-3 text-text-2">
        {included.length === 0
          ? 'No sale passes this rule. Widen it below.'
          : 'The size of the house is not known, so the sales suggest no ARV.'}
      </p>
    )
  const isAbove = (againstSeller?.percent ?? 0) > 0
  return (
    <div role="status" className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <p>
        <span className="text-text-2">Suggested ARV</span>{' '}
        <b className="num font-semibold text-md">{formatUsd(suggestedArv.mid)}</b>{' '}
        <span className="num text-sm text-text-3">{rangeWords(suggestedArv)}</span>
      </p>
      {againstSeller ? (
        <p className={classNames('text-sm', isAbove ? 'font-label text-warn-text' : 'text-text-2')}>
          {againstSeller.text}
        </p>
      ) : null}
    </div>
  )
}

/** Of a single sale there is no range. */
function rangeWords({ low, high, count }: { low: number; high: number; count: number }): string {
  const from = low === high ? 'from' : `${formatUsd(low)} to ${formatUsd(high)},`
  return `${from} ${countWords(count)}`
}

const countWords = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`)

/** Folded away, not lost. */
function Outliers({ model }: { model: CompsModel }) {
  useSignals()
  const { outliers } = model.choice.value
  if (outliers.length === 0) return null
  return (
    <details className="mt-2 text-sm">
      <summary className="flex min-h-9 cursor-pointer items-center text-accent-text">
        {outliers.length === 1 ? '1 sale is' : `${outliers.length} sales are`} far off the others
      </summary>
      <ul className="mt-1 grid gap-1.5">
        {outliers.map((each) => (
          <li key={each.comp.id} className="flex flex-wrap items-center gap-x-3">
            <span className="font-label">{each.comp.address}</span>
            <span className="num text-text-2">
              {formatUsd(each.comp.sold_price)}
              {each.pricePerSqft === null ? '' : `, ${formatUsd(Math.round(each.pricePerSqft))} / sq ft`}
            </span>
            <Button size="sm" onClick={() => model.toggle(each)}>
              Count it
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
