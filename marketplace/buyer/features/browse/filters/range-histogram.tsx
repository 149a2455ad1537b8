/** How the deals are spread over a range, given the other filters, with a handle for each end. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Range, RangeKey } from '#shared/rules/deals/filter.ts'
import { RANGE_WORDS, rangeLabel } from '#shared/rules/deals/filter-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'

const BINS = 28

export interface RangeHistogramProps {
  range: RangeKey
  value: Range
  onChange: (range: Range) => void
}

export function RangeHistogram({ range: key, value, onChange }: RangeHistogramProps) {
  useSignals()
  const model = useBrowse()
  const { filter } = model.query.value
  const found = model.shown.value?.engine.histogram(key, filter, model.context.value, BINS) ?? null
  if (found === null || found.max <= found.min) return null
  const scale: Scale = { min: found.min, max: found.max, bins: BINS }
  const tallest = Math.max(1, ...found.counts)
  const from = binOf(scale, value.min ?? found.min)
  const to = Math.max(from + 1, Math.ceil(binOf(scale, value.max ?? found.max)))
  const { label } = RANGE_WORDS[key]
  return (
    <div className="pb-3">
      <svg
        viewBox={`0 0 ${BINS} 10`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-14 w-full"
      >
        {found.counts.map((count, bin) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
            key={bin}
            x={bin + 0.08}
            width={0.84}
            y={10 - (count === 0 ? 0 : Math.max(0.4, (count / tallest) * 10))}
            height={10}
            className={bin >= Math.floor(from) && bin < to ? 'fill-accent' : 'fill-line-strong'}
          />
        ))}
      </svg>
      <div className="relative h-4">
        <Handle
          label={`${label}, at least`}
          at={from}
          text={value.min === undefined ? 'Any' : rangeLabel(key, { min: value.min })}
          onMove={(bin) =>
            onChange(withEnd(value, 'min', bin <= 0 ? undefined : edgeOf(scale, Math.min(bin, to - 1))))
          }
        />
        <Handle
          label={`${label}, at most`}
          at={to}
          text={value.max === undefined ? 'Any' : rangeLabel(key, { max: value.max })}
          onMove={(bin) =>
            onChange(withEnd(value, 'max', bin >= BINS ? undefined : edgeOf(scale, Math.max(bin, from + 1))))
          }
        />
      </div>
    </div>
  )
}

function withEnd(range: Range, end: 'min' | 'max', value: number | undefined): Range {
  const { [end]: _, ...other } = range
  return value === undefined ? other : { ...other, [end]: value }
}

interface HandleProps {
  label: string
  at: number
  text: string
  onMove: (bin: number) => void
}

function Handle({ label, at, text, onMove }: HandleProps) {
  return (
    <input
      type="range"
      aria-label={`${label}, handle`}
      aria-valuetext={text}
      min={0}
      max={BINS}
      step={1}
      value={Math.round(at)}
      onChange={(event) => onMove(Number(event.currentTarget.value))}
      className={classNames(
        // Two of them lie over each other: only the handles can be pressed.
        'pointer-events-none absolute inset-x-0 -top-2 h-4 w-full appearance-none bg-transparent',
        '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:cursor-grab [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-accent [&::-webkit-slider-thumb]:bg-surface',
        '[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:cursor-grab [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-accent [&::-moz-range-thumb]:bg-surface',
      )}
    />
  )
}

interface Scale {
  readonly min: number
  readonly max: number
  readonly bins: number
}

/**
 * From values to places on a slider with even steps, and back to values somebody would name. Pure. Between 0 and `bins`,
 * with a fraction.
 */
export function binOf({ min, max, bins }: Scale, value: number): number {
  return Math.min(bins, Math.max(0, ((value - min) / (max - min)) * bins))
}

/** The value at a step, rounded to two figures of the step's own size: no handle says $173,214. */
export function edgeOf({ min, max, bins }: Scale, bin: number): number {
  const step = (max - min) / bins
  const unit = 10 ** Math.floor(Math.log10(step))
  const value = min + step * bin
  // Below one the unit is a power of ten that floating point cannot hold.
  return unit >= 1 ? Math.round(value / unit) * unit : Math.round(value * 10) / 10
}
