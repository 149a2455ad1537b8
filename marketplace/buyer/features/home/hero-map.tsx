/** The best deals of the largest market on a small static map; each price opens its deal. Loaded separately: the outlines are large. */
import { dealName } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { dealPath } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import '#marketplace/buyer/ui/map/map-marks.css'
import type { MapPoint } from '#marketplace/buyer/ui/map/map-props.ts'
import { MiniMap } from '#marketplace/buyer/ui/map/mini-map.tsx'
import { type ScreenPoint, type Transform, toScreen } from '#marketplace/buyer/ui/map/projection.ts'
import type { MarketWire } from '#shared/contract/deals-overview.ts'
import { compactMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { marketAddress, marketName } from './markets.tsx'

export interface HeroMapProps {
  market: MarketWire
  deals: readonly DealFacts[]
}

interface PricedPoint extends MapPoint {
  readonly deal: DealFacts
  readonly price: number
}

export default function HeroMap({ market, deals }: HeroMapProps) {
  const points = deals.flatMap((deal): PricedPoint[] =>
    deal.place === null || deal.price === null
      ? []
      : [{ ...deal.place, label: dealName(deal), kind: 'place', deal, price: deal.price }],
  )
  return (
    <>
      <div className="absolute inset-0 grid">
        <MiniMap
          points={points}
          label={`Deals in ${marketName(market)}`}
          marks={(at) => <Marks at={at} points={points} />}
        />
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

/** The best deals show prices while there is room; the others are dots. Keyboard users reach the deals in the list. */
function Marks({ at, points }: { at: Transform; points: readonly PricedPoint[] }) {
  const taken: ScreenPoint[] = []
  return points.map((point) => {
    const { deal, label } = point
    const { x, y } = toScreen(at, point)
    const hasRoom = taken.every(
      (other) => Math.abs(other.x - x) > PIN_WIDTH || Math.abs(other.y - y) > PIN_HEIGHT,
    )
    if (!hasRoom)
      return <i key={deal.id} className="mini-map-mark" title={label} style={{ left: x, top: y }} />
    taken.push({ x, y })
    return (
      <Link
        key={deal.id}
        href={dealPath(deal.id)}
        tabIndex={-1}
        title={label}
        aria-label={`${label}, ${compactMoney(point.price)}`}
        className="map-pin"
        data-approximate={deal.isAddressHidden || undefined}
        style={{ left: x, top: y }}
      >
        {compactMoney(point.price)}
      </Link>
    )
  })
}

/** px, with some space around. */
const PIN_WIDTH = 64
const PIN_HEIGHT = 38
