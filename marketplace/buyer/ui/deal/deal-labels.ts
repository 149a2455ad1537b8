/** What cards say of a deal in words: its heading, where it is, and the name it has for who does not see it. */
import type { AddressRequestWire } from '#shared/contract/inquiries.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'

/** Without the true address the heading says that it is asked for. */
export const ON_REQUEST = 'Address on request'

type Where = Pick<DealFacts, 'address' | 'isAddressHidden' | 'city' | 'state' | 'zip'>

/** The street, or that it is asked for. */
export function headlineOf({
  address,
  isAddressHidden,
}: Pick<DealFacts, 'address' | 'isAddressHidden'>): string {
  return isAddressHidden ? ON_REQUEST : (address.split(',')[0]?.trim() ?? address)
}

/** `Houston, TX 77018`; of a hidden address what may be said of it: `Third Ward, Houston, TX 77004`. */
export function placeOf({ address, isAddressHidden, city, state, zip }: Where): string {
  if (isAddressHidden && address !== ON_REQUEST) return address
  const region = [state, zip].filter(Boolean).join(' ')
  return [city, region].filter(Boolean).join(', ')
}

/** Names the deal where nothing is seen: `2217 Bluebonnet Trail, $184,500, available`. */
export function dealName(deal: Where & Pick<DealFacts, 'price' | 'status'>): string {
  const where = deal.isAddressHidden ? `${ON_REQUEST} in ${placeOf(deal)}` : headlineOf(deal)
  return [where, deal.price === null ? null : formatMoney(deal.price), deal.status].filter(Boolean).join(', ')
}

/** Of ARV, in whole percent: `29%`. Null without an ARV. */
export function spreadPercentText({ spreadPercent }: Pick<DealFacts, 'spreadPercent'>): string | null {
  if (spreadPercent === null) return null
  const percent = Math.round(spreadPercent)
  return `${percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** The address that a request has brought; null while it has brought none. */
export const grantedAddress = (
  request: Pick<AddressRequestWire, 'state' | 'address'> | undefined,
): string | null => (request?.state === 'granted' ? (request.address ?? null) : null)

/** The facts as somebody sees them who was granted the address. */
export function withAddress(deal: DealFacts, granted: string | null): DealFacts {
  return granted === null || !deal.isAddressHidden
    ? deal
    : { ...deal, address: granted, isAddressHidden: false }
}
