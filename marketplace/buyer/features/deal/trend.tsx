/** Price per square foot over the last months, as a line with its two ends in words. */
import { monthWords } from '#marketplace/kit/date-labels.ts'
import { formatMoney } from '#shared/format/money.ts'

export interface TrendProps {
  points: readonly { month: string; price_per_sqft: number }[]
  source: string | null
}

const WIDTH = 480
const HEIGHT = 72
const INSET = 4

export function Trend({ points, source }: TrendProps) {
  const first = points[0]
  const last = points.at(-1)
  if (points.length < 2 || !first || !last) return null
  const words = `Price per square foot from ${formatMoney(first.price_per_sqft)} in ${monthWords(first.month)} to ${formatMoney(last.price_per_sqft)} in ${monthWords(last.month)}`
  return (
    <figure className="mt-5">
      <figcaption className="mb-1 flex justify-between gap-4 text-sm">
        <span className="font-semibold">Price per sq ft, {points.length} months</span>
        <span className="num text-text-2">
          {formatMoney(first.price_per_sqft)} to {formatMoney(last.price_per_sqft)}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-18 w-full text-accent"
      >
        <polyline
          points={lineOf(points)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="flex justify-between text-2xs text-text-3">
        <span>{monthWords(first.month)}</span>
        {source ? <span>{source}</span> : null}
        <span>{monthWords(last.month)}</span>
      </p>
    </figure>
  )
}

function lineOf(points: TrendProps['points']): string {
  const values = points.map((point) => point.price_per_sqft)
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * WIDTH
      const y = HEIGHT - INSET - ((value - low) / span) * (HEIGHT - 2 * INSET)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
