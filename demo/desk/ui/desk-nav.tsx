/** The parts of the desk. Links, so that each can be opened in a tab of its own and Back leads through them. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DeskStore } from '#demo/desk/desk-model.ts'
import { hashOf, type Place } from '#demo/desk/desk-place.ts'
import { classNames } from '#shared/ui/class-names.ts'

interface Part {
  label: string
  place: Place
  kinds: readonly Place['kind'][]
}

const PARTS: readonly Part[] = [
  { label: 'Messages', place: { kind: 'messages' }, kinds: ['messages'] },
  { label: 'Deals', place: { kind: 'deals' }, kinds: ['deals', 'deal'] },
  { label: 'Offers', place: { kind: 'offers', propertyId: null, offerId: null }, kinds: ['offers'] },
  { label: 'Buyers', place: { kind: 'buyers', dealId: null }, kinds: ['buyers'] },
  { label: 'Blasts', place: { kind: 'blasts' }, kinds: ['blasts', 'blast', 'new-blast', 'new-digest'] },
  { label: 'Reviews', place: { kind: 'reviews' }, kinds: ['reviews'] },
  { label: 'Company', place: { kind: 'company' }, kinds: ['company'] },
]

export function DeskNav({ desk }: { desk: DeskStore }) {
  useSignals()
  const here = desk.place.value.kind
  return (
    <nav aria-label="Seller desk" className="overflow-x-auto border-line border-b px-2 duo:px-4">
      <ul className="flex gap-1">
        {PARTS.map(({ label, place, kinds }) => {
          const isHere = kinds.includes(here)
          return (
            <li key={label}>
              <a
                href={hashOf(place)}
                aria-current={isHere ? 'page' : undefined}
                className={classNames(
                  'block border-b-2 px-2 py-2.5 duo:px-3 font-medium text-sm',
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
