/** A bar a week from a zero baseline, each with its number; the earlier half, for comparison, in grey. Read out as one sentence. */
import { weeksText } from '#marketplace/seller/today/figure-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'

interface WeekBarsProps {
  name: string
  weeks: readonly { value: number; endsAt: string }[]
  valueText: (value: number) => string
}

export function WeekBars({ name, weeks, valueText }: WeekBarsProps) {
  const most = Math.max(1, ...weeks.map(({ value }) => value))
  const half = weeks.length / 2
  return (
    <div role="img" aria-label={`${name}. ${weeksText(weeks.map(({ value }) => valueText(value)))}`}>
      <ol aria-hidden="true" className="flex h-13 items-end gap-1 border-line-strong border-b">
        {weeks.map(({ value, endsAt }, index) => (
          <li key={endsAt} className="flex h-full min-w-0 flex-1 flex-col justify-end">
            <span
              className={classNames(
                'num text-center text-2xs',
                index < half ? 'text-text-3' : 'font-semibold text-text',
              )}
            >
              {valueText(value)}
            </span>
            <span
              className={index < half ? 'bg-line-strong' : 'bg-text-2'}
              style={{ height: `${(Math.max(0, value) / most) * 75}%` }}
            />
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="flex text-2xs text-text-3">
        <span className="flex-1">4 weeks before</span>
        <span className="flex-1 text-text-2">last 4 weeks</span>
      </p>
    </div>
  )
}
