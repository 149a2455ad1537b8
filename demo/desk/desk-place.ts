/** Which part of the desk is looked at. It stands behind the # of the address, so that Back works and nothing of it is ever sent. */
import { type ReadonlySignal, signal } from '@preact/signals-react'

export type Place =
  | { readonly kind: 'messages' }
  | { readonly kind: 'deals' }
  | { readonly kind: 'deal'; readonly id: number }
  /** Of one deal, or of all; with one of them open, or none. */
  | { readonly kind: 'offers'; readonly propertyId: number | null; readonly offerId: number | null }
  /** With a deal: how well it fits each. */
  | { readonly kind: 'buyers'; readonly dealId: number | null }
  | { readonly kind: 'blasts' }
  | { readonly kind: 'new-blast'; readonly propertyId: number | null }
  | { readonly kind: 'new-digest' }
  | { readonly kind: 'blast'; readonly id: number }
  | { readonly kind: 'reviews' }
  | { readonly kind: 'company' }

export interface Places {
  readonly place: ReadonlySignal<Place>
  go(place: Place): void
  dispose(): void
}

/** What the browser gives: the part of the address behind #, and word of its changes. */
export interface AddressBar {
  hash(): string
  setHash(hash: string): void
  /** Returns what ends it. */
  onChange(heard: () => void): () => void
}

export function createPlaces(bar: AddressBar): Places {
  const place = signal<Place>(placeOfHash(bar.hash()))
  const end = bar.onChange(() => {
    place.value = placeOfHash(bar.hash())
  })
  return {
    place,
    go(next) {
      bar.setHash(hashOf(next))
      place.value = next
    },
    dispose: end,
  }
}

export function hashOf(place: Place): string {
  switch (place.kind) {
    case 'deal':
      return `#deals/${place.id}`
    case 'offers':
      return hashOfOffers(place)
    case 'buyers':
      return place.dealId === null ? '#buyers' : `#buyers/${place.dealId}`
    case 'new-blast':
      return place.propertyId === null ? '#blasts/new' : `#blasts/new/${place.propertyId}`
    case 'new-digest':
      return '#blasts/digest'
    case 'blast':
      return `#blasts/${place.id}`
    default:
      return `#${place.kind}`
  }
}

/** `#offers/12/34` is offer 34 among those of deal 12, `#offers/all/34` the same among all. */
function hashOfOffers({ propertyId, offerId }: Place & { kind: 'offers' }): string {
  const among = propertyId === null ? '#offers' : `#offers/${propertyId}`
  return offerId === null ? among : `#offers/${propertyId ?? 'all'}/${offerId}`
}

export function placeOfHash(hash: string): Place {
  const [kind, first, second] = hash.replace(/^#/, '').split('/')
  const id = idOf(first)
  if (kind === 'deals') return id === null ? { kind: 'deals' } : { kind: 'deal', id }
  if (kind === 'offers') return { kind: 'offers', propertyId: id, offerId: idOf(second) }
  if (kind === 'buyers') return { kind, dealId: id }
  if (kind === 'blasts' && first === 'new') return { kind: 'new-blast', propertyId: idOf(second) }
  if (kind === 'blasts' && first === 'digest') return { kind: 'new-digest' }
  if (kind === 'blasts') return id === null ? { kind } : { kind: 'blast', id }
  return kind === 'company' || kind === 'reviews' ? { kind } : { kind: 'messages' }
}

const idOf = (text = ''): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

export const windowBar = (window: Window): AddressBar => ({
  hash: () => window.location.hash,
  setHash: (hash) => {
    window.location.hash = hash
  },
  onChange(heard) {
    window.addEventListener('hashchange', heard)
    return () => window.removeEventListener('hashchange', heard)
  },
})
