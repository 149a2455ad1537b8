/** One range: a histogram with two handles over what would be left without it, and two inputs that read `150k` and `1.2m`. */
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Range, RangeKey } from '#shared/rules/deals/filter.ts'
import { RANGE_WORDS } from '#shared/rules/deals/filter-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { MoneyInput } from '#shared/ui/money-input.tsx'
import { useBrowse } from '../browse-context.tsx'
import { withRange } from './filter-changes.ts'
import { LARGEST } from './panel-labels.ts'
import { entryText, type RangeEntry, readRange } from './range-entry.ts'
import { RangeHistogram } from './range-histogram.tsx'

export interface RangeFilterProps {
  range: RangeKey
  /** With the distribution above the inputs. */
  hasHistogram?: boolean
  /** A heading over the inputs, where the panel has more than this one. */
  isHeaded?: boolean
}

export function RangeFilter({ range: key, hasHistogram = false, isHeaded = false }: RangeFilterProps) {
  useSignals()
  const model = useBrowse()
  const { label } = RANGE_WORDS[key]
  const { filter } = model.query.value
  const value = filter.ranges[key] ?? {}
  const set = (range: Range) => model.changeFilter(withRange(model.query.peek().filter, key, range))
  return (
    <fieldset className="min-w-0">
      <legend className={isHeaded ? 'pb-1.5 font-label text-sm' : 'sr-only'}>{label}</legend>
      {hasHistogram ? <RangeHistogram range={key} value={value} onChange={set} /> : null}
      <RangeInputs range={key} value={value} onChange={set} />
    </fieldset>
  )
}

interface RangeInputsProps {
  range: RangeKey
  value: Range
  onChange: (range: Range) => void
}

function RangeInputs({ range: key, value, onChange }: RangeInputsProps) {
  const { label, unit } = RANGE_WORDS[key]
  const most = LARGEST[key]
  const isPlain = unit === 'year'
  const [min, setMin] = useState(() => entryText(value.min, isPlain))
  const [max, setMax] = useState(() => entryText(value.max, isPlain))
  const [said, setSaid] = useState<Pick<RangeEntry, 'problem' | 'isSwapped'> | null>(null)
  const hintId = useId()
  const [known, setKnown] = useState(value)
  // Changed elsewhere, e.g. by Back or a handle: then what was typed is of no interest.
  if (known.min !== value.min || known.max !== value.max) {
    setKnown(value)
    setMin(entryText(value.min, isPlain))
    setMax(entryText(value.max, isPlain))
    setSaid(null)
  }

  function commit() {
    const entry = readRange(min, max, label, most)
    setSaid(entry.problem !== null || entry.isSwapped ? entry : null)
    if (entry.range === null) return
    setMin(entryText(entry.range.min, isPlain))
    setMax(entryText(entry.range.max, isPlain))
    if (entry.range.min === value.min && entry.range.max === value.max) return
    setKnown(entry.range)
    onChange(entry.range)
  }
  const Input = isPlain ? 'input' : MoneyInput
  const shared = {
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    placeholder: 'Any',
    'aria-describedby': hintId,
    'aria-invalid': said?.problem ? true : undefined,
    onBlur: commit,
    onKeyDown: ({ key: pressed }: KeyboardEvent) => {
      if (pressed === 'Enter') commit()
    },
    className: INPUT,
  }
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2">
        <Input
          {...shared}
          aria-label={`${label}, at least`}
          value={min}
          onChange={(event) => setMin(event.currentTarget.value)}
        />
        <span aria-hidden="true" className="text-sm text-text-3">
          to
        </span>
        <Input
          {...shared}
          aria-label={`${label}, at most`}
          value={max}
          onChange={(event) => setMax(event.currentTarget.value)}
        />
      </div>
      <p
        id={hintId}
        aria-live="polite"
        className={classNames(
          'pt-1.5 text-xs empty:sr-only',
          said?.problem ? 'text-danger-text' : 'text-text-2',
        )}
      >
        {said?.problem ?? (said?.isSwapped ? SWAPPED : null)}
      </p>
    </>
  )
}

const SWAPPED = 'The minimum was above the maximum: swapped.'
const INPUT =
  'num h-9 w-full min-w-0 rounded-md border border-field bg-surface px-2.5 text-base text-text outline-none placeholder:text-text-3 focus:border-accent focus:shadow-[inset_0_0_0_1px_var(--color-accent)] max-desk:h-11 max-desk:text-[1rem]'
