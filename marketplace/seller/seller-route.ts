/** Which part of the desk is looked at. It stands behind the # of the address, so that Back works and nothing of it is ever sent. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { type DeskPlace, hashOf, placeOfHash } from '#shared/contract/desk-places.ts'

export interface Places {
  readonly place: ReadonlySignal<DeskPlace>
  go(place: DeskPlace): void
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
  const place = signal<DeskPlace>(placeOfHash(bar.hash()))
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
  // What the desk itself does asks nothing about unsaved input, as a `popstate` would.
  setHash: (hash) => window.history.pushState(null, '', hash),
  onChange(heard) {
    window.addEventListener('hashchange', heard)
    return () => window.removeEventListener('hashchange', heard)
  },
})
