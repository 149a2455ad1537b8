/** The signature: price in ink and gross margin in green, out of ARV. Nothing when there is no ARV to measure by. */
import { classNames } from './class-names.ts'

export interface SpreadBarProps {
  priceUsd: number | null
  arvUsd: number | null
  /** 4 px in rows and cards, 6 px in a form, 12 px on the deal page. */
  size?: 'row' | 'form' | 'deal'
}

const HEIGHTS = { row: 'h-1', form: 'h-1.5', deal: 'h-3' } as const

export function SpreadBar({ priceUsd, arvUsd, size = 'row' }: SpreadBarProps) {
  const percent = priceOfArvPercent(priceUsd, arvUsd)
  if (percent === null) return null
  const isMargin = percent < 100
  return (
    <span
      role="img"
      aria-label={`Price is ${percent.toFixed(1)}% of ARV`}
      className={classNames('flex w-full gap-0.5 forced-color-adjust-none', HEIGHTS[size])}
    >
      <span
        className={classNames('block h-full rounded-[1px] bg-bar-price', !isMargin && 'w-full')}
        style={isMargin ? { width: `${percent}%` } : undefined}
      />
      {isMargin ? <span className="block h-full flex-1 rounded-[1px] bg-gain" /> : null}
    </span>
  )
}

/** Price out of ARV in percent, or null when either is missing or no amount. */
export function priceOfArvPercent(priceUsd: number | null, arvUsd: number | null): number | null {
  if (priceUsd === null || arvUsd === null || arvUsd <= 0 || priceUsd < 0) return null
  return (priceUsd / arvUsd) * 100
}
