/** The property once it is known. */
import { type ReactNode, useRef } from 'react'
import { useSeen } from '#marketplace/platform/use-seen.ts'
import { formatNumber } from '#shared/format/count.ts'
import { formatUsd } from '#shared/format/money.ts'
import { PriceAgainstArv } from './price-against-arv.tsx'
import type { Property } from './property-model.ts'
import { MessageBar, PriceCard, SellerCard } from './seller-rail.tsx'

export function PropertyView({ property }: { property: Property }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useSeen(heading, { propertyId: property.id, imageId: null })
  return (
    <article className="mx-auto w-full max-w-310 pb-22 desk:px-8 desk:pt-6 desk:pb-18">
      <div className="grid items-start desk:grid-cols-[minmax(0,1fr)_300px] desk:gap-8 broad:grid-cols-[minmax(0,1fr)_348px] broad:gap-12">
        <div className="min-w-0">
          <Drawing id={property.id} image={property.image} />
          <div className="px-4 pt-4 desk:px-0 desk:pt-5.5">
            <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl tracking-[-0.024em]">
              {property.headline}
            </h1>
            <p className="mt-0.5 text-text-2">{property.place}</p>
            <Facts property={property} />
            <PriceAgainstArv priceUsd={property.priceUsd} arvUsd={property.arvUsd} />
          </div>
        </div>
        <div className="grid gap-3 max-desk:mt-6 max-desk:px-4 desk:sticky desk:top-20">
          <PriceCard property={property} />
          <SellerCard seller={property.seller} />
        </div>
      </div>
      <MessageBar property={property} />
    </article>
  )
}

function Drawing({ id, image }: { id: number; image: string | null }) {
  const figure = useRef<HTMLElement>(null)
  // Its pictures have no ids of their own yet: 0 is the main one.
  useSeen(figure, image === null ? null : { propertyId: id, imageId: 0 })
  return (
    <figure
      ref={figure}
      className="relative h-66 overflow-hidden bg-sunken desk:aspect-[16/9] desk:h-auto desk:rounded-lg"
    >
      {image === null ? null : (
        <>
          <img src={image} alt="" className="size-full object-cover" />
          <figcaption className="absolute right-3 bottom-3 rounded-md bg-overlay px-2 py-1 text-text-2 text-xs shadow-pop">
            Illustration
          </figcaption>
        </>
      )}
    </figure>
  )
}

function Facts({ property: { beds, baths, squareFeet, priceUsd, listedAt } }: { property: Property }) {
  const perFoot = priceUsd !== null && squareFeet ? formatUsd(Math.round(priceUsd / squareFeet)) : null
  return (
    <dl className="mt-4.5 grid grid-cols-3 gap-x-6 gap-y-3 border-line border-y py-3.5 desk:flex desk:flex-wrap desk:justify-between">
      <Fact name="Beds">{beds === null ? null : formatNumber(beds)}</Fact>
      <Fact name="Baths">{baths === null ? null : formatNumber(baths)}</Fact>
      <Fact name="Square feet">{squareFeet === null ? null : formatNumber(squareFeet)}</Fact>
      <Fact name="Price per sq ft">{perFoot}</Fact>
      <Fact name="Listed">{listedText(listedAt)}</Fact>
    </dl>
  )
}

/** Nothing for a fact that nobody gave. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <div>
      <dt className="data-label">{name}</dt>
      <dd className="font-semibold text-md tabular-nums">{children}</dd>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

function listedText(listedAt: string | null): string | null {
  const at = listedAt === null ? Number.NaN : Date.parse(listedAt)
  return Number.isNaN(at) ? null : day.format(at)
}
