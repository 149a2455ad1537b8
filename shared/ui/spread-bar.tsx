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
    <svg
      role="img"
      aria-label={`Price is ${percent.toFixed(1)}% of ARV`}
      className={classNames('block w-full forced-color-adjust-none', HEIGHTS[size])}
    >
      {/* Widths as attributes: a document drawn by the server may have no inline style under our policy. */}
      <rect width={isMargin ? `${percent}%` : '100%'} height="100%" rx="1" className="fill-bar-price" />
      {isMargin ? (
        <svg x={`${percent}%`} width={`${100 - percent}%`} height="100%" aria-hidden="true">
          <rect x="2" width="100%" height="100%" rx="1" className="fill-gain" />
        </svg>
      ) : null}
    </svg>
  )
}

/** Price out of ARV in percent, or null when either is missing or no amount. */
export function priceOfArvPercent(priceUsd: number | null, arvUsd: number | null): number | null {
  if (priceUsd === null || arvUsd === null || arvUsd <= 0 || priceUsd < 0) return null
  return (priceUsd / arvUsd) * 100
}
