/** Comparable sales: what each says, which count and why not, and what they make of the seller's ARV (checklist DEAL-11). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { formatMoney } from '#shared/format/money.ts'
import type { CompRule } from '#shared/rules/deals/comparables.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
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
        <p className="text-text-2">No comparable sales near here.</p>
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
          : 'A suggested ARV needs the house’s size.'}
      </p>
    )
  const isAbove = (againstSeller?.percent ?? 0) > 0
  return (
    <div role="status" className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <p>
        <span className="text-text-2">Suggested ARV</span>{' '}
        <b className="num font-semibold text-md">{formatMoney(suggestedArv.mid)}</b>{' '}
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
  const from = low === high ? 'from' : `${formatMoney(low)} to ${formatMoney(high)},`
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
              {formatMoney(each.comp.sold_price)}
              {each.pricePerSqft === null ? '' : `, ${formatMoney(Math.round(each.pricePerSqft))} / sq ft`}
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

const CHOICES: readonly {
  readonly key: keyof CompRule
  readonly label: string
  readonly values: readonly number[]
  readonly words: (value: number) => string
}[] = [
  {
    key: 'maxMiles',
    label: 'Distance',
    values: [0.25, 0.5, 1, 2, 5],
    words: (value) => `within ${value} mi`,
  },
  { key: 'maxMonths', label: 'Sold', values: [3, 6, 12, 18, 24], words: (value) => `in ${value} months` },
  { key: 'sqftPercent', label: 'Size', values: [10, 20, 30, 50], words: (value) => `±${value}% sq ft` },
]

/** The rule by which sales count, in the open and to be changed. */
function CompRuleFields({ model }: { model: CompsModel }) {
  useSignals()
  const rule = model.rule.value
  return (
    <fieldset className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <legend className="sr-only">Which sales count</legend>
      {CHOICES.map(({ key, label, values, words }) => (
        <label key={key} className="flex items-center gap-1.5 text-sm text-text-2">
          {label}
          <select
            value={rule[key]}
            onChange={(event) => model.setRule({ [key]: Number(event.target.value) })}
            className="h-8 rounded-md border border-line-strong bg-surface px-2 text-sm text-text pointer-coarse:h-11"
          >
            {values.map((value) => (
              <option key={value} value={value}>
                {words(value)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  )
}
