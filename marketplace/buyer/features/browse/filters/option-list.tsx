/** Choices with how many deals each would give; one that would give none is pale, and stays (checklist BRW-25). */
import { formatNumber } from '#shared/format/count.ts'
import { classNames } from '#shared/ui/class-names.ts'

export interface ListOption {
  readonly key: string
  readonly label: string
  readonly isOn: boolean
  /** Null while nobody knows. */
  readonly count: number | null
}

export interface OptionListProps {
  legend: string
  isHeaded?: boolean
  options: readonly ListOption[]
  onToggle: (key: string) => void
}

export function OptionList({ legend, isHeaded = false, options, onToggle }: OptionListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={isHeaded ? 'pb-1 font-label text-sm' : 'sr-only'}>{legend}</legend>
      {options.map(({ key, label, isOn, count }) => (
        <label
          key={key}
          className={classNames(
            '-mx-2 flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 hover:bg-hover pointer-coarse:min-h-11',
            count === 0 && !isOn && 'text-text-3',
          )}
        >
          <input
            type="checkbox"
            checked={isOn}
            onChange={() => onToggle(key)}
            className="size-4 flex-none accent-accent"
          />
          <span className="min-w-0 flex-1">{label}</span>
          <span className="num text-sm text-text-3">
            {count === null ? null : formatNumber(count)}
            <span className="sr-only"> deals</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
