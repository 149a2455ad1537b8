/** An offer as it rides on a message: the price first, then what it is out of asking price and ARV. */
import { ArrowUpRight } from 'lucide-react'
import { formatUsd } from '#shared/format/money.ts'
import { httpUrl } from '#shared/ui/http-url.ts'
import type { OfferCard as Offer, PropertyCard as Property } from '#widget/chat/model.ts'

export function OfferCard({ offer, property }: { offer: Offer; property: Property | null }) {
  const facts = [
    ['Buyer', offer.buyer],
    ['Of asking price', wholePercent(offer.priceUsd, property?.priceUsd ?? null)],
    ['Of ARV', wholePercent(offer.priceUsd, property?.arvUsd ?? null)],
  ].filter(([, fact]) => fact)
  return (
    <div className="w-90 max-w-full overflow-hidden rounded-lg border border-line-strong bg-surface text-start text-text narrow:w-full">
      <div className="grid gap-0.5 px-3.5 py-3">
        <span className="text-text-2 text-xs">Offer price</span>
        <span className="num font-strong text-xl tracking-tighter">
          {offer.priceUsd === null ? 'Not given' : formatUsd(offer.priceUsd)}
        </span>
      </div>
      {facts.length === 0 ? null : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.25 border-line border-t px-3.5 py-2.5 text-sm">
          {facts.map(([name, fact]) => (
            <div key={name} className="contents">
              <dt className="text-text-2">{name}</dt>
              <dd className="text-end tabular-nums">{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      {property ? <PropertyStrip property={property} /> : null}
    </div>
  )
}

function PropertyStrip({ property }: { property: Property }) {
  const url = httpUrl(property.url)
  const thumb = httpUrl(property.thumb)
  const look = 'flex items-center gap-2.5 border-line border-t px-3.5 py-2.25 text-sm'
  const inside = (
    <>
      {thumb === null ? null : (
        <img src={thumb} alt="" className="h-8 w-10 flex-none rounded-xs object-cover" />
      )}
      <span className="min-w-0 flex-1 truncate">{property.address}</span>
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
