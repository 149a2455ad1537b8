/** Deals of the largest market on a small still map, which leads into the list there. A chunk of its own: the outlines are large. */
import { dealName } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import type { MapPoint } from '#marketplace/buyer/ui/map/map-props.ts'
import { MiniMap } from '#marketplace/buyer/ui/map/mini-map.tsx'
import type { MarketWire } from '#shared/contract/deals-overview.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { marketAddress, marketName } from './markets.tsx'

export interface HeroMapProps {
  market: MarketWire
  deals: readonly DealFacts[]
}

export default function HeroMap({ market, deals }: HeroMapProps) {
  const points = deals.flatMap((deal): MapPoint[] =>
    deal.place === null ? [] : [{ ...deal.place, label: dealName(deal), kind: 'place' }],
  )
  return (
    <>
      <div className="absolute inset-0 grid">
        <MiniMap points={points} label={`Deals in ${marketName(market)}`} />
      </div>
      <Link
        href={marketAddress(market)}
        className="absolute bottom-4 left-4 rounded-md bg-overlay px-3.5 py-2 font-label shadow-pop hover:bg-hover"
      >
        See the deals in {marketName(market)}
      </Link>
    </>
  )
}
