/** The rating with how many gave how many stars. */
import { Stars } from '#marketplace/kit/ui/stars.tsx'
import type { RatingWire } from '#shared/contract/reviews.ts'
import { formatNumber } from '#shared/format/count.ts'

export function RatingPanel({ rating: { average, count, histogram } }: { rating: RatingWire }) {
  if (average == null)
    return (
      <section aria-label="Rating">
        <h2 className="mb-1 font-semibold text-lg tracking-tight">New seller</h2>
        <p className="text-sm text-text-2">Nobody has reviewed this seller yet.</p>
      </section>
    )
  const most = Math.max(...histogram)
  return (
    <section aria-label="Rating">
      <h2 className="mb-2 font-semibold text-lg tracking-tight">Rating</h2>
      <p className="flex items-center gap-2.5">
        <b className="num font-semibold text-2xl">{average.toFixed(1)}</b>
        <span className="grid gap-0.5">
          <Stars value={average} size={15} />
          <span className="num text-sm text-text-2">
            {count === 1 ? '1 review' : `${formatNumber(count)} reviews`}
          </span>
        </span>
      </p>
      <ul className="mt-3 grid gap-1.5">
        {[5, 4, 3, 2, 1].map((star) => (
          <Bar key={star} star={star} count={histogram[star - 1] ?? 0} most={most} />
        ))}
      </ul>
    </section>
  )
}

function Bar({ star, count, most }: { star: number; count: number; most: number }) {
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_2.5rem] items-center gap-2 text-sm">
      <span className="num text-text-2">{star === 1 ? '1 star' : `${star} stars`}</span>
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-active">
        <span
          className="block h-full rounded-full bg-text-3"
          style={{ width: `${most === 0 ? 0 : (count / most) * 100}%` }}
        />
      </span>
      <span className="num text-right text-text-2">{formatNumber(count)}</span>
    </li>
  )
}
