/** The open part of the seller app. It is the hash of the address: Back works, and no server sees it. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { hashOf, placeOfHash, type SellerPlace } from '#shared/contract/seller-places.ts'

export interface Places {
  readonly place: ReadonlySignal<SellerPlace>
  /** Replaced: Back leads to what was before the current address. */
  go(place: SellerPlace, isReplaced?: boolean): void
  dispose(): void
}

/** What the browser gives: the part of the address behind #, and word of its changes. */
export interface AddressBar {
  hash(): string
  setHash(hash: string, isReplaced?: boolean): void
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
    go(next, isReplaced) {
      bar.setHash(hashOf(next), isReplaced)
      place.value = next
    },
    dispose: end,
  }
}

export const windowBar = (window: Window): AddressBar => ({
  hash: () => window.location.hash,
  // What the seller app itself does asks nothing about unsaved input, as a `popstate` would.
  setHash: (hash, isReplaced) =>
    isReplaced ? window.history.replaceState(null, '', hash) : window.history.pushState(null, '', hash),
  onChange(heard) {
    window.addEventListener('hashchange', heard)
    return () => window.removeEventListener('hashchange', heard)
  },
})
