/** The rule by which sales count, in the open and to be changed. */
import { useSignals } from '@preact/signals-react/runtime'
import type { CompRule } from '#shared/rules/deals/comparables.ts'
import type { CompsModel } from './comps-model.ts'

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

export function CompRuleFields({ model }: { model: CompsModel }) {
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
