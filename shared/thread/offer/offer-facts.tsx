/** The figures under an offer's price, and the deal it is for. */
import { ArrowUpRight } from 'lucide-react'
import type { PropertyCard as Property } from '#shared/thread/model.ts'
import { hideBroken } from '#shared/ui/hide-broken.ts'
import { httpUrl } from '#shared/ui/http-url.ts'

interface OfferFactsProps {
  priceUsd: number | null
  buyer: string | null
  property: Property | null
}

export function OfferFacts({ priceUsd, buyer, property }: OfferFactsProps) {
  const facts = [
    ['Buyer', buyer],
    ['Of asking price', wholePercent(priceUsd, property?.priceUsd ?? null)],
    ['Of ARV', wholePercent(priceUsd, property?.arvUsd ?? null)],
  ].filter(([, fact]) => fact)
  if (facts.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.25 border-line border-t px-3.5 py-2.5 text-sm">
      {facts.map(([name, fact]) => (
        <div key={name} className="contents">
          <dt className="text-text-2">{name}</dt>
          <dd className="text-end tabular-nums">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

export function PropertyStrip({ property }: { property: Property }) {
  const url = httpUrl(property.url)
  const thumb = httpUrl(property.thumb)
  const look = 'flex items-center gap-2.5 border-line border-t px-3.5 py-2.25 text-sm'
  const inside = (
    <>
      {thumb === null ? null : (
        <img
          key={thumb}
          src={thumb}
          alt=""
          onError={hideBroken}
          className="h-8 w-10 flex-none rounded-xs object-cover"
        />
      )}
      <span className="w-0 flex-1 truncate">{property.address}</span>
    </>
  )
  if (url === null) return <div className={look}>{inside}</div>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      className={`${look} hover:bg-hover focus-visible:-outline-offset-2`}
    >
      {inside}
      <ArrowUpRight size={15} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}

function wholePercent(part: number | null, whole: number | null): string | null {
  return part === null || whole === null || whole <= 0 ? null : `${Math.round((part / whole) * 100)}%`
}
