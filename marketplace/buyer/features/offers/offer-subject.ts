/** The deal as an offer on it needs it: what is asked, what it is worth, who sells, and whether offers are taken. */
import type { PropertyWire } from '#shared/contract/properties.ts'

export interface OfferSubject {
  readonly id: number
  /** The street, or that it is hidden. */
  readonly headline: string
  readonly place: string
  readonly picture: string | null
  readonly askUsd: number | null
  readonly arvUsd: number | null
  readonly repairMinUsd: number | null
  readonly repairMaxUsd: number | null
  readonly entryFeeUsd: number | null
  /** What the seller asks for, paid outside of Plat. */
  readonly earnestMoneyUsd: number | null
  readonly seller: { readonly id: number; readonly name: string }
  /** Why no offer is taken, or null. */
  readonly closed: string | null
  /** Taken by somebody else for now: an offer waits behind that one. */
  readonly isBackup: boolean
  /** The calculator's inputs as this customer left them for the deal. */
  readonly assumptions: Readonly<Record<string, number>>
}

export function subjectOf(wire: PropertyWire): OfferSubject {
  const street = wire.has_address ? (wire.full_address ?? '').split(',')[0]?.trim() : ''
  const [first] = wire.images
  return {
    id: wire.id,
    headline: street || 'Address on request',
    place: `${wire.city}, ${wire.state.code} ${wire.zip}`,
    picture: wire.main_image?.thumbnail ?? first?.thumbnail ?? first?.url ?? null,
    askUsd: wire.price ?? null,
    arvUsd: wire.arv_estimate ?? null,
    repairMinUsd: wire.repair_min ?? null,
    repairMaxUsd: wire.repair_max ?? null,
    entryFeeUsd: wire.entry_fee ?? null,
    earnestMoneyUsd: wire.earnest_money ?? null,
    seller: { id: wire.account.id, name: wire.account.title?.trim() || 'Seller' },
    closed: closedWords(wire),
    isBackup: wire.status === 'pending',
    assumptions: wire.customer?.assumptions ?? {},
  }
}

function closedWords({ listing, status }: PropertyWire): string | null {
  if (listing === 'removed') return 'The seller has taken this deal down. Offers are closed.'
  if (listing === 'draft') return 'This is a preview. Offers open when the seller publishes it.'
  return status === 'sold' ? 'This deal is sold. Offers are closed.' : null
}
