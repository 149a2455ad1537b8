/** The calculator's inputs an offer is measured by: the buyer's own for the deal, else their defaults, else ours; the fee as the server says. */
import type { Assumptions } from '#shared/rules/deals/assumptions.ts'
import { cleaned } from '#shared/rules/deals/calculator.ts'
import { assumptionsFor } from '#shared/rules/deals/what-if.ts'
import type { OfferSubject } from './offer-subject.ts'

type Measured = Pick<
  OfferSubject,
  'askUsd' | 'arvUsd' | 'repairMinUsd' | 'repairMaxUsd' | 'entryFeeUsd' | 'assumptions'
>

export function offerAssumptions(
  subject: Measured,
  defaults: Readonly<Record<string, number>>,
  feeUsd: number,
): Assumptions {
  const { askUsd, arvUsd, repairMinUsd, repairMaxUsd, entryFeeUsd, assumptions } = subject
  const numbers = {
    price: askUsd,
    arv: arvUsd,
    repairMin: repairMinUsd,
    repairMax: repairMaxUsd,
    entryFee: entryFeeUsd,
  }
  return cleaned({ ...assumptionsFor(numbers, defaults, assumptions), platform_fee: feeUsd })
}
