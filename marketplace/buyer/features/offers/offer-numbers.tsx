/** What the price as it stands brings: the calculator with the agreed price (checklist OFR-38). */
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { PLATFORM_FEE_USD } from '#shared/contract/limits.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { OfferFigures } from './offer-figures.tsx'
import { useOfferMath } from './use-offer-math.ts'

export function OfferNumbers({ offer }: { offer: OfferDetailWire }) {
  const price = offer.price ?? null
  const form = { price: price === null ? '' : String(price), financing: offer.terms.financing ?? 'cash' }
  const { math } = useOfferMath(offer, form)
  if (math === null) return null
  return (
    <Section title="Numbers at this price" note="By your calculator’s assumptions for this deal.">
      <OfferFigures math={math} feeUsd={offer.platform_fee ?? PLATFORM_FEE_USD} />
    </Section>
  )
}
