/** The open part of the seller app. It is the hash of the address: Back works, and no server sees it. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { hashOf, placeOfHash, type SellerPlace } from '#shared/contract/seller-places.ts'

export interface Places {
  readonly place: ReadonlySignal<SellerPlace>
  go(place: SellerPlace): void
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
  const place = signal<SellerPlace>(placeOfHash(bar.hash()))
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

export const windowBar = (window: Window): AddressBar => ({
  hash: () => window.location.hash,
  // What the seller app itself does asks nothing about unsaved input, as a `popstate` would.
  setHash: (hash) => window.history.pushState(null, '', hash),
  onChange(heard) {
    window.addEventListener('hashchange', heard)
    return () => window.removeEventListener('hashchange', heard)
  },
})
