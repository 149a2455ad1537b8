/** What a price means for an offer that is under way: by the reader's own assumptions for the deal, asked for in the background. */
import { useEffect, useMemo, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { attempt } from '#marketplace/kit/attempt.ts'
import { dealDefaults } from '#shared/contract/deal-notes.ts'
import { PLATFORM_FEE_USD } from '#shared/contract/limits.ts'
import type { OfferWire } from '#shared/contract/offers.ts'
import type { Assumptions } from '#shared/rules/deals/assumptions.ts'
import { calculate } from '#shared/rules/deals/calculator.ts'
import { offerAssumptions } from './assumptions.ts'
import { centsOf, type OfferForm } from './offer-form.ts'
import { type OfferMath, offerMath } from './offer-math.ts'
import { answered, loadSubject } from './offer-setup.ts'

/** Without repairs and fees until the deal itself came. */
function useAssumptions({
  property,
  platform_fee: fee,
}: Pick<OfferWire, 'property' | 'platform_fee'>): Assumptions {
  const { api } = useServices()
  const feeUsd = fee ?? PLATFORM_FEE_USD
  const { id, price: askUsd = null, arv_estimate: arvUsd = null } = property
  const [found, setFound] = useState<Assumptions | null>(null)
  useEffect(() => {
    let isEnded = false
    void Promise.all([loadSubject(api, id), attempt(api(dealDefaults, {}))]).then(([subject, defaults]) => {
      if (isEnded || subject === null || subject === 'missing') return
      const own = answered(defaults)?.assumptions ?? {}
      setFound(offerAssumptions(subject, own, feeUsd))
    })
    return () => {
      isEnded = true
    }
  }, [api, id, feeUsd])
  return useMemo(() => {
    const unknown = { repairMinUsd: null, repairMaxUsd: null, entryFeeUsd: null, assumptions: {} }
    return found ?? offerAssumptions({ askUsd, arvUsd, ...unknown }, {}, feeUsd)
  }, [found, askUsd, arvUsd, feeUsd])
}

export function useOfferMath(
  offer: Pick<OfferWire, 'property' | 'platform_fee'>,
  { price, financing }: Pick<OfferForm, 'price' | 'financing'>,
): { math: OfferMath | null; maoUsd: number | null } {
  const assumptions = useAssumptions(offer)
  const { price: askUsd = null, arv_estimate: arvUsd = null } = offer.property
  return useMemo(() => {
    const cents = centsOf(price)
    return {
      math:
        cents === null || cents === 0
          ? null
          : offerMath(cents / 100, { askUsd, arvUsd }, { assumptions, financing }),
      maoUsd: maximumOf(assumptions),
    }
  }, [assumptions, price, financing, askUsd, arvUsd])
}

/** The most that may be paid by the reader's rule; null when it cannot be known. */
const maximumOf = (assumptions: Assumptions): number | null => calculate(assumptions).mao.value
