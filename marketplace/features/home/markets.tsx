/** The markets with most deals, each with how many, as links into the list. */
import { Link } from '#marketplace/ui/link.tsx'
import type { MarketWire } from '#shared/contract/deals-overview.ts'
import { formatNumber } from '#shared/format/count.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { browseAddress } from './browse-link.ts'
import type { Overview } from './home-model.ts'

const PENDING = Array.from({ length: 12 }, (_, index) => `market ${index}`)

export function Markets({ overview }: { overview: Overview | null }) {
  return (
    <section id="markets" className="page-column scroll-mt-14 pt-10">
      <h2 className="mb-3.5 font-semibold text-lg tracking-tight">Markets</h2>
      <ul className="num grid grid-cols-2 gap-x-5 broad:grid-cols-4 desk:grid-cols-3 desk:gap-x-10">
        {overview === null
          ? PENDING.map((key) => (
              <li key={key} className="border-line border-b py-2.25">
                <Skeleton className="my-0.5 h-4 rounded-xs" />
              </li>
            ))
          : overview.markets.map((market) => (
              <li key={marketName(market)}>
                <Link
                  href={marketAddress(market)}
                  className="flex justify-between gap-3 border-line border-b py-2.25 hover:text-accent-text pointer-coarse:py-3"
                >
                  <span className="truncate">{marketName(market)}</span>
                  <span className="text-text-3">{formatNumber(market.count)}</span>
                </Link>
              </li>
            ))}
      </ul>
    </section>
  )
}

export const marketName = ({ city, state_code }: MarketWire): string => `${city}, ${state_code}`

export function marketAddress({ city, state_code }: MarketWire): string {
  return browseAddress([{ kind: 'city', name: city, state: state_code }])
}
