/** The parts of the desk. Links, so that each can be opened in a tab of its own and Back leads through them. */
import { useSignals } from '@preact/signals-react/runtime'
import { useLayoutEffect, useRef } from 'react'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { type DeskPlace, hashOf } from '#shared/contract/desk-places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { scrollToCurrent } from '#shared/ui/scroll-to-current.ts'

interface Part {
  label: string
  place: DeskPlace
  kinds: readonly DeskPlace['kind'][]
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

export function DeskNav({ desk }: { desk: DeskStore }) {
  useSignals()
  const here = desk.place.value.kind
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part that is open changes with the place
  useLayoutEffect(() => scrollToCurrent(row.current), [here])
  return (
    <nav
      aria-label="Seller desk"
      ref={row}
      className="overflow-x-auto border-line border-b px-2 [scrollbar-width:none] duo:px-4"
    >
      <ul className="flex gap-1">
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
