/** The performance of a deal: who looked at it, what they did, and the views of the last 30 days. */
import { useCallback, useEffect, useState } from 'react'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import {
  type DealFiguresWire,
  type SellerDealWire,
  sellerDealFigures,
} from '#shared/contract/seller-listing.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { Section } from './fields.tsx'

export function FiguresSection({ store, deal }: { store: SellerStore; deal: SellerDealWire }) {
  const [figures, setFigures] = useState<DealFiguresWire | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const { id } = deal
  const load = useCallback(() => {
    setFailed(false)
    store.call(sellerDealFigures, { params: { deal: id } }).then(
      ({ data }) => setFigures(data),
      () => setFailed(true),
    )
  }, [store, id])
  useEffect(load, [load])
  if (hasFailed)
    return (
      <Section title="Performance">
        <NotLoaded onRetry={load}>The figures could not be loaded.</NotLoaded>
      </Section>
    )
  if (!figures) return null
  return (
    <Section title="Performance">
      <dl className="num flex flex-wrap gap-x-8 gap-y-3">
        {shownOf(figures).map(([name, value]) => (
          <div key={name}>
            <dt className="text-text-3 text-xs">{name}</dt>
            <dd className="font-semibold text-md">{value}</dd>
          </div>
        ))}
      </dl>
      <Days days={figures.days} />
      <p className="flex flex-wrap gap-x-5 gap-y-2 font-medium text-accent-text text-sm">
        <a href={hashOf({ kind: 'buyers', dealId: id })} className="target hover:underline">
          See matching buyers
        </a>
        <a href={hashOf({ kind: 'messages', dealId: id })} className="target hover:underline">
          Conversations
        </a>
      </p>
    </Section>
  )
}

const shownOf = (figures: DealFiguresWire): [string, string][] => [
  ['Views', String(figures.views)],
  ['Logged-in viewers', String(figures.viewers)],
  ['Photos viewed', String(figures.images_viewed)],
  ['Favorites', String(figures.favourites)],
  ['Address requests', counted(figures.address_requests, `${figures.granted} granted`)],
  ['Questions', String(figures.questions)],
  ['Open house places taken', String(figures.visits)],
  ['Offers', counted(figures.offers, `${figures.active_offers} active`)],
]

const counted = (count: number, part: string): string => (count === 0 ? '0' : `${count} (${part})`)

const BAR = { width: 10, gap: 2, height: 48 } as const

/** A bar a day, once there are views. Read out as one sentence. */
function Days({ days }: Pick<DealFiguresWire, 'days'>) {
  const most = Math.max(1, ...days.map(({ views }) => views))
  const sum = days.reduce((all, { views }) => all + views, 0)
  if (sum === 0) return <p className="text-sm text-text-2">No views in the last {days.length} days.</p>
  const step = BAR.width + BAR.gap
  return (
    <svg
      role="img"
      aria-label={`${sum} views in the last ${days.length} days, ${most} on the busiest day.`}
      viewBox={`0 0 ${days.length * step} ${BAR.height}`}
      preserveAspectRatio="xMinYMax meet"
      className="h-12 w-full max-w-120 fill-accent"
    >
      {days.map(({ day, views }, index) => {
        const height = Math.max(1, (views / most) * BAR.height)
        return <rect key={day} x={index * step} y={BAR.height - height} width={BAR.width} height={height} />
      })}
    </svg>
  )
}
