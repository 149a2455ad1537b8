/** What a price means for an offer that is under way: by the reader's own assumptions for the deal, asked for in the background. */
import { useEffect, useMemo, useState } from 'react'
import { useConfigs, useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { attempt } from '#marketplace/kit/attempt.ts'
import { dealDefaults } from '#shared/contract/deal-notes.ts'
import type { OfferWire } from '#shared/contract/offers.ts'
import type { Assumptions } from '#shared/rules/deals/assumptions.ts'
import { calculate } from '#shared/rules/deals/calculator.ts'
import { offerAssumptions } from './assumptions.ts'
import { centsOf, type OfferForm } from './offer-form.ts'
import { type OfferMath, offerMath } from './offer-math.ts'
import { answered, loadSubject } from './offer-setup.ts'
import type { OfferSubject } from './offer-subject.ts'

/** Of the offer, else as the server says now; null until it is known. */
function useFee({ platform_fee: agreed = null }: Pick<OfferWire, 'platform_fee'>): number | null {
  const configs = useConfigs(agreed === null)
  return agreed ?? configs?.platform_fee ?? null
}

/** Without repairs and the seller's fee until the deal itself came. Null while the platform fee is not known. */
function useAssumptions(
  { property }: Pick<OfferWire, 'property'>,
  feeUsd: number | null,
): Assumptions | null {
  const { api } = useServices()
  const { id, price: askUsd = null, arv_estimate: arvUsd = null } = property
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    let isEnded = false
    void Promise.all([loadSubject(api, id), attempt(api(dealDefaults, {}))]).then(([subject, defaults]) => {
      if (isEnded || subject === null || subject === 'missing') return
      const own = answered(defaults)?.assumptions ?? {}
      setFound({ subject, own })
    })
    return () => {
      isEnded = true
    }
  }, [api, id])
  return useMemo(() => {
    if (feeUsd === null) return null
    if (found !== null) return offerAssumptions(found.subject, found.own, feeUsd)
    const unknown = { repairMinUsd: null, repairMaxUsd: null, entryFeeUsd: null, assumptions: {} }
    return offerAssumptions({ askUsd, arvUsd, ...unknown }, {}, feeUsd)
  }, [found, askUsd, arvUsd, feeUsd])
}

interface Found {
  readonly subject: OfferSubject
  /** The reader's defaults. */
  readonly own: Readonly<Record<string, number>>
}

export function useOfferMath(
  offer: Pick<OfferWire, 'property' | 'platform_fee'>,
  { price, financing }: Pick<OfferForm, 'price' | 'financing'>,
): { math: OfferMath | null; maoUsd: number | null; feeUsd: number | null } {
  const feeUsd = useFee(offer)
  const assumptions = useAssumptions(offer, feeUsd)
  const { price: askUsd = null, arv_estimate: arvUsd = null } = offer.property
  return useMemo(() => {
    const cents = centsOf(price)
    if (assumptions === null) return { math: null, maoUsd: null, feeUsd }
    return {
      feeUsd,
      math:
        cents === null || cents === 0
          ? null
          : offerMath(cents / 100, { askUsd, arvUsd }, { assumptions, financing }),
      maoUsd: maximumOf(assumptions),
    }
  }, [assumptions, price, financing, askUsd, arvUsd, feeUsd])
}

/** The most that may be paid by the reader's rule; null when it cannot be known. */
const maximumOf = (assumptions: Assumptions): number | null => calculate(assumptions).mao.value
