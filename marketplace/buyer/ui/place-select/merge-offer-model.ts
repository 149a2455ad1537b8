/** A place inside another of the same box says it twice: offers to keep one of the two (BOX-12). Without React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { LocationOptionWire, PlaceWire } from '#shared/contract/places.ts'
import { overlapOf } from '#shared/rules/buy-box.ts'
import type { TargetMarket, TargetMarkets } from './target-markets.ts'

export interface Merge {
  readonly text: string
  /** What accepting does, as its button says it. */
  readonly label: string
  readonly remove: readonly TargetMarket[]
}

export interface MergeOffer {
  readonly merge: ReadonlySignal<Merge | null>
  /** Adds the place, or a circle around it, and makes the offer when it is due. */
  add(option: LocationOptionWire, radiusMiles?: number): Promise<void>
  accept(): Promise<void>
  /** Both stay. */
  dismiss(): void
}

export function createMergeOffer(markets: TargetMarkets): MergeOffer {
  const merge = signal<Merge | null>(null)
  return {
    merge,
    async add(option, radiusMiles) {
      merge.value = null
      const offer = radiusMiles === undefined ? mergeOf(markets.list.peek(), option) : null
      if (await markets.add(option, radiusMiles)) merge.value = offer?.(markets.list.peek()) ?? null
    },
    async accept() {
      const remove = merge.peek()?.remove ?? []
      merge.value = null
      for (const market of remove) await markets.remove(market.key)
    },
    dismiss() {
      merge.value = null
    },
  }
}

type Placed = TargetMarket & { readonly place: PlaceWire }

/** What to offer once the place was added, or null when it neither contains nor lies in another. */
function mergeOf(
  list: readonly TargetMarket[],
  added: LocationOptionWire,
): ((after: readonly TargetMarket[]) => Merge | null) | null {
  const whole = list.filter((one): one is Placed => one.place !== null && one.radiusMiles === null)
  const { containedIn, contains } = overlapOf(whole, added.value.place)
  if (containedIn)
    return (after) => ({
      text: `${added.label} lies in ${containedIn.label}, which you have already.`,
      label: `Keep only ${containedIn.label}`,
      remove: after.filter((one) => one.placeId === added.value.place.place_id && one.radiusMiles === null),
    })
  if (contains.length === 0) return null
  const names = contains.map((one) => one.label).join(', ')
  return () => ({
    text: `${added.label} contains ${names}.`,
    label: `Keep only ${added.label}`,
    remove: contains,
  })
}
