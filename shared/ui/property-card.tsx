/** A property as it rides on a message: one link to its page in a new tab, with the numbers first. */
import { ArrowUpRight } from 'lucide-react'
import { formatNumber } from '#shared/format/count.ts'
import { formatMoney } from '#shared/format/money.ts'
import { classNames } from './class-names.ts'
import { hideBroken } from './hide-broken.ts'
import { httpUrl } from './http-url.ts'
import { SpreadBar } from './spread-bar.tsx'

export interface PropertyFacts {
  readonly url: string | null
  readonly thumb: string | null
  readonly priceUsd: number | null
  /** Null: nobody estimated it; no ARV text and no bar then. */
  readonly arvUsd: number | null
  readonly address: string
  readonly beds: number | null
  readonly baths: number | null
  readonly sqft: number | null
}

interface PropertyCardProps {
  property: PropertyFacts
  /** A name for `::part`, inside a shadow root. */
  part?: string
}

const LOOK =
  'grid w-98 max-w-full grid-cols-[--spacing(26)_minmax(0,1fr)] overflow-hidden rounded-lg border border-line-strong bg-surface text-start text-text narrow:w-full narrow:grid-cols-[--spacing(23)_minmax(0,1fr)]'
const LINKED = 'transition-colors duration-(--duration-fast) hover:border-field'

/** Without a usable address it is a plain card and no link. */
export function PropertyCard({ property, part }: PropertyCardProps) {
  const url = httpUrl(property.url)
  const inside = (
    <>
      <Thumb url={httpUrl(property.thumb)} />
      <span className="grid min-w-0 grid-cols-1 content-center gap-0.75 px-3 pt-2.5 pb-2.75">
        <Price property={property} isLink={url !== null} />
        <span className="truncate text-sm">{property.address}</span>
        <Facts property={property} />
        <SpreadBar priceUsd={property.priceUsd} arvUsd={property.arvUsd} />
      </span>
    </>
  )
  if (url === null)
    return (
      <div part={part} className={LOOK}>
        {inside}
      </div>
    )
  return (
    <a part={part} href={url} target="_blank" rel="noopener" className={classNames(LOOK, LINKED)}>
      {inside}
    </a>
  )
}

function Thumb({ url }: { url: string | null }) {
  return (
    <span className="relative min-h-28 overflow-hidden bg-active">
      {url === null ? null : (
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          onError={hideBroken}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  )
}

function Price({ property, isLink }: { property: PropertyFacts; isLink: boolean }) {
  return (
    <span className="num relative flex flex-wrap items-baseline gap-x-1.5 pe-4.5">
      {property.priceUsd === null ? null : (
        <span className="font-strong text-lg leading-5.5 tracking-tight">
          {formatMoney(property.priceUsd)}
        </span>
      )}
      {property.arvUsd === null ? null : (
        <span className="text-text-2 text-xs">{`(ARV - ${formatMoney(property.arvUsd)})`}</span>
      )}
      {isLink ? (
        <>
          <ArrowUpRight
            size={15}
            strokeWidth={1.75}
            aria-hidden="true"
            className="absolute end-0 top-0.75 text-text-3"
          />
          {/* A page that keeps its own links inside sets the variable to `none`: then it would not be true. */}
          <span className="sr-only [display:var(--tab-note,block)]">, opens in a new tab</span>
        </>
      ) : null}
    </span>
  )
}

function Facts({ property: { beds, baths, sqft } }: { property: PropertyFacts }) {
  const facts = [
    [beds, beds === 1 ? 'bed' : 'beds'],
    [baths, baths === 1 ? 'bath' : 'baths'],
    [sqft, 'sq.ft'],
  ] as const
  return (
    <span className="num mb-1 flex flex-wrap gap-x-3 text-text-2 text-xs narrow:gap-x-2.25">
      {facts.map(([count, unit]) =>
        count === null ? null : (
          <span key={unit}>
            <span className="font-semibold text-text">{formatNumber(count)}</span> {unit}
          </span>
        ),
      )}
    </span>
  )
}
