/** What a price means for the buyer, live under the field (checklist OFR-11). Money in units of the currency. % of ARV is never capped (T-06). */
import type { Financing } from '#shared/contract/offer-terms.ts'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import type { Assumptions } from '#shared/rules/deals/assumptions.ts'
import { calculate, type Outputs } from '#shared/rules/deals/calculator.ts'
import { costsOf } from '#shared/rules/deals/sale-figures.ts'

export interface OfferMath {
  /** `67.4% of ARV, 4.6% below asking`; null when neither is known. */
  readonly against: string | null
  /** Price against asking: negative below it. */
  readonly vsAskUsd: number | null
  readonly spreadUsd: number | null
  readonly outputs: Outputs
  /** What the buyer brings to the closing table, with its parts. */
  readonly cash: { readonly totalUsd: number; readonly parts: readonly CashPart[] }
  readonly hint: PriceHint | null
}

export interface CashPart {
  readonly label: string
  readonly amount: number
}

export interface PriceHint {
  readonly tone: 'info' | 'warn'
  readonly text: string
}

export interface PricedDeal {
  readonly askUsd: number | null
  readonly arvUsd: number | null
}

/** Below this share of the ask an offer is rarely answered. */
const LOW_BALL_SHARE = 0.75

export function offerMath(
  priceUsd: number,
  { askUsd, arvUsd }: PricedDeal,
  { assumptions, financing }: { assumptions: Assumptions; financing: Financing },
): OfferMath {
  const put = {
    ...assumptions,
    price: priceUsd,
    ltv_percent: financing === 'cash' ? 0 : assumptions.ltv_percent,
  }
  const outputs = calculate(put)
  return {
    against: againstWords(priceUsd, { askUsd, arvUsd }),
    vsAskUsd: askUsd === null ? null : priceUsd - askUsd,
    spreadUsd: arvUsd === null || arvUsd <= 0 ? null : arvUsd - priceUsd,
    outputs,
    cash: cashToClose(put),
    hint: hintFor(priceUsd, { askUsd, arvUsd }, outputs.mao.value),
  }
}

export function againstWords(priceUsd: number, { askUsd, arvUsd }: PricedDeal): string | null {
  const parts = [
    arvUsd !== null && arvUsd > 0 ? `${exactPercent(priceUsd / arvUsd)} of ARV` : null,
    askUsd !== null && askUsd > 0 ? vsAskWords(priceUsd, askUsd) : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

function vsAskWords(priceUsd: number, askUsd: number): string {
  if (priceUsd === askUsd) return 'at asking'
  const share = exactPercent(Math.abs(priceUsd - askUsd) / askUsd)
  return `${share} ${priceUsd < askUsd ? 'below' : 'above'} asking`
}

/** What is repaired and held later is not paid at the table. Earnest money is part of the price. */
function cashToClose(put: Assumptions): OfferMath['cash'] {
  const { loan, closing, points } = costsOf(put)
  const parts = [
    { label: 'Offer price', amount: put.price },
    { label: 'Loan', amount: -loan },
    { label: 'Purchase closing costs', amount: closing },
    { label: 'Loan points', amount: points },
    { label: 'Entry fee', amount: put.entry_fee },
    { label: 'Platform fee', amount: put.platform_fee },
  ].filter(({ amount }) => amount !== 0)
  return { totalUsd: parts.reduce((sum, { amount }) => sum + amount, 0), parts }
}

function hintFor(priceUsd: number, { askUsd, arvUsd }: PricedDeal, maoUsd: number | null): PriceHint | null {
  if (priceUsd <= 0) return null
  if (arvUsd !== null && arvUsd > 0 && priceUsd > arvUsd)
    return {
      tone: 'warn',
      text: `Above ARV: you would pay ${exactPercent(priceUsd / arvUsd)} of what the house is worth repaired.`,
    }
  if (askUsd !== null && priceUsd > askUsd)
    return {
      tone: 'warn',
      text: `${formatMoney(priceUsd - askUsd)} above asking. Check that this is what you mean.`,
    }
  if (askUsd !== null && askUsd > 0 && priceUsd < askUsd * LOW_BALL_SHARE)
    return {
      tone: 'info',
      text: `${exactPercent(1 - priceUsd / askUsd)} below asking. Sellers seldom answer an offer this low. Explain why in a note.`,
    }
  if (maoUsd !== null && priceUsd > maoUsd)
    return {
      tone: 'info',
      text:
        maoUsd > 0
          ? `${formatMoney(priceUsd - maoUsd)} above your maximum offer (MAO) of ${formatMoney(Math.round(maoUsd))}.`
          : 'Under your rule this deal leaves no room for an offer (MAO is below zero).',
    }
  return null
}

export interface SliderRange {
  readonly minUsd: number
  readonly maxUsd: number
  readonly stepUsd: number
}

const SLIDER_STEP_USD = 500
/** With an ask below the buyer's maximum, or without an ARV, the slider begins here. */
const SLIDER_LOW_SHARE = 0.8

/** From the buyer's maximum (MAO) to the ask; null without an ask. */
export function sliderRange(askUsd: number | null, maoUsd: number | null): SliderRange | null {
  if (askUsd === null || askUsd <= SLIDER_STEP_USD) return null
  const low = maoUsd !== null && maoUsd > 0 && maoUsd < askUsd ? maoUsd : askUsd * SLIDER_LOW_SHARE
  return {
    minUsd: Math.floor(low / SLIDER_STEP_USD) * SLIDER_STEP_USD,
    maxUsd: askUsd,
    stepUsd: SLIDER_STEP_USD,
  }
}
