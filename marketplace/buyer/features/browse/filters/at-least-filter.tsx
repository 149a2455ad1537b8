/** Bedrooms, bathrooms: at least so many, by one press. */
import { useSignals } from '@preact/signals-react/runtime'
import type { RangeKey } from '#shared/rules/deals/filter.ts'
import { RANGE_WORDS, rangeLabel } from '#shared/rules/deals/filter-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'
import { withRange } from './filter-changes.ts'

const STEPS = [1, 2, 3, 4, 5] as const

export function AtLeastFilter({ range: key }: { range: RangeKey }) {
  useSignals()
  const model = useBrowse()
  const value = model.query.value.filter.ranges[key]
  const isOther =
    value !== undefined && (value.max !== undefined || !STEPS.some((step) => step === value.min))
  const set = (min: number | undefined) =>
    model.changeFilter(withRange(model.query.peek().filter, key, min === undefined ? undefined : { min }))
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1.5 font-label text-sm">{RANGE_WORDS[key].label}</legend>
      <div className="flex overflow-hidden rounded-md border border-line-strong">
        <Step isOn={value === undefined} onPress={() => set(undefined)}>
          Any
        </Step>
        {STEPS.map((step) => (
          <Step key={step} isOn={!isOther && value?.min === step} onPress={() => set(step)}>
            {step}+
          </Step>
        ))}
      </div>
      {/* From an address or a value that was pressed on a card. */}
      {isOther ? <p className="pt-1.5 text-sm text-text-2">{rangeLabel(key, value)}</p> : null}
    </fieldset>
  )
}

interface StepProps {
  isOn: boolean
  onPress: () => void
  children: React.ReactNode
}

function Step({ isOn, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(
        'num h-8.5 flex-1 cursor-pointer border-line-strong font-medium text-sm not-first:border-l focus-visible:-outline-offset-2 pointer-coarse:h-11',
        isOn ? 'bg-active text-text' : 'text-text-2 hover:bg-hover',
      )}
    >
      {children}
    </button>
  )
}
