/** What a visitor can know of the sellers: how many are verified, how buyers rate them, how fast they answer, what they closed. */
import type { SellersWire } from '#shared/contract/deals-overview.ts'
import { formatNumber } from '#shared/format/count.ts'

/** Draws nothing while there is nothing to show. */
export default function Sellers({ sellers }: { sellers: SellersWire }) {
  const figures = figuresOf(sellers)
  if (figures.length === 0) return null
  return (
    <section aria-labelledby="sellers" className="page-column pt-10">
      <h2 id="sellers" className="mb-3.5 font-semibold text-lg tracking-tight">
        Who sells here
      </h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-4 border-line border-y py-4">
        {figures.map(({ label, value, note }) => (
          <div key={label}>
            <dt className="text-text-3 text-xs">{label}</dt>
            <dd className="num font-semibold text-md">
              {value} <span className="font-normal text-sm text-text-2">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function figuresOf({ verified, rating, reviews, closed_deals, answers_within: time }: SellersWire) {
  const ratings = reviews === 1 ? 'from 1 review' : `from ${formatNumber(reviews)} reviews`
  return [
    ...(verified === 0 ? [] : [{ label: 'Verified sellers', value: formatNumber(verified), note: '' }]),
    ...(rating == null ? [] : [{ label: 'Rating by buyers', value: rating.toFixed(1), note: ratings }]),
    ...(time == null ? [] : [{ label: 'Answers within', value: time, note: '' }]),
    ...(closed_deals === 0 ? [] : [{ label: 'Closed deals', value: formatNumber(closed_deals), note: '' }]),
  ]
}
