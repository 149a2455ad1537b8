/** The markets with most deals, each with how many, as links into the list. Draws nothing while there are none. */
import { Link } from '#marketplace/buyer/ui/link.tsx'
import type { MarketWire } from '#shared/contract/deals-overview.ts'
import { formatNumber } from '#shared/format/count.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { browseAddress } from './browse-link.ts'
import type { Overview } from './home-model.ts'

const PENDING = Array.from({ length: 12 }, (_, index) => `market ${index}`)

export function Markets({ overview }: { overview: Overview | null }) {
  if (overview?.markets.length === 0) return null
  return (
    <section id="markets" className="page-column pt-10">
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
                  className="flex h-full justify-between gap-3 border-line border-b py-2.25 hover:text-accent-text pointer-coarse:py-3"
                >
                  <span className="min-w-0 whitespace-normal">{marketName(market)}</span>
                  <span className="text-text-3">{formatNumber(market.count)}</span>
                </Link>
              </li>
            ))}
      </ul>
    </section>
  )
}

const LINKS_MAX = 4

/** The first of them in one line. Holds its height while they load. */
export function MarketLinks({ overview }: { overview: Overview | null }) {
  return (
    <p className="mt-3.5 flex min-h-5 flex-wrap gap-x-4 gap-y-1.5 text-sm">
      {overview?.markets.slice(0, LINKS_MAX).map((market) => (
        <Link key={marketName(market)} href={marketAddress(market)} className="text-link">
          {marketName(market)}
        </Link>
      ))}
    </p>
  )
}

export const marketName = ({ city, state_code }: MarketWire): string => `${city}, ${state_code}`

export function marketAddress({ city, state_code }: MarketWire): string {
  return browseAddress([{ kind: 'city', name: city, state: state_code }])
}
