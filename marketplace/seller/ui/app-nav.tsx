/** Links to the parts of the seller app: each opens in a new tab on request, and Back goes through them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useScrollToCurrent } from '#shared/ui/scroll-to-current.ts'

interface Part {
  label: string
  place: SellerPlace
  kinds: readonly SellerPlace['kind'][]
}

const PARTS: readonly Part[] = [
  { label: 'Messages', place: { kind: 'messages' }, kinds: ['messages', 'conversation'] },
  { label: 'Deals', place: { kind: 'deals' }, kinds: ['deals', 'deal'] },
  { label: 'Offers', place: { kind: 'offers', propertyId: null, offerId: null }, kinds: ['offers'] },
  { label: 'Buyers', place: { kind: 'buyers', dealId: null }, kinds: ['buyers'] },
  { label: 'Blasts', place: { kind: 'blasts' }, kinds: ['blasts', 'blast', 'new-blast', 'new-digest'] },
  { label: 'Reviews', place: { kind: 'reviews' }, kinds: ['reviews'] },
  { label: 'Company', place: { kind: 'company' }, kinds: ['company'] },
  { label: 'My login', place: { kind: 'login' }, kinds: ['login'] },
]

/** What a place is called until it has loaded its own name. */
export const partOf = ({ kind }: SellerPlace): string =>
  PARTS.find(({ kinds }) => kinds.includes(kind))?.label ?? 'Guide'

export function SellerNav({ store }: { store: SellerStore }) {
  useSignals()
  const here = store.place.value.kind
  const row = useRef<HTMLElement>(null)
  useScrollToCurrent(row, here)
  return (
    <nav
      aria-label="Seller app"
      ref={row}
      className="overflow-x-auto border-line border-b px-2 [scrollbar-width:none] duo:px-4"
    >
      <ul className="flex w-max duo:gap-1">
        {PARTS.map(({ label, place, kinds }) => {
          const isHere = kinds.includes(here)
          return (
            <li key={label}>
              <a
                href={hashOf(place)}
                aria-current={isHere ? 'page' : undefined}
                className={classNames(
                  'block whitespace-nowrap border-b-2 px-2 py-2.5 font-medium text-sm duo:px-3',
                  isHere ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text',
                )}
              >
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
