/** What an offer at this price brings and costs: the buyer's maximum, profit, the platform fee, cash to close with its parts. */
import { formatMoney } from '#shared/format/money.ts'
import type { Figure } from '#shared/rules/deals/calculator-labels.ts'
import type { OfferMath } from './offer-math.ts'

export function OfferFigures({ math, feeUsd }: { math: OfferMath; feeUsd: number }) {
  const { mao, profit, roi } = math.outputs
  const { totalUsd, parts } = math.cash
  return (
    <div className="grid gap-1.5 rounded-md bg-sunken px-3.5 py-3 text-sm">
      <dl className="grid gap-1.5">
        <Row name="Your maximum offer (MAO)" value={mao.text} title={mao.formula} />
        <Row
          name="Profit after your assumptions"
          value={isKnown(roi) ? `${profit.text}, ${roi.text} ROI` : profit.text}
          title={profit.formula}
        />
        <Row name="Platform fee, charged when you confirm an accepted offer" value={formatMoney(feeUsd)} />
      </dl>
      <div className="border-line border-t pt-1.5">
        <details className="group">
          <summary className="flex cursor-pointer justify-between gap-3 font-semibold">
            <span className="underline decoration-dotted underline-offset-3">Total cash to close</span>
            <span className="num">{formatMoney(Math.round(totalUsd))}</span>
          </summary>
          <ul className="mt-1.5 grid gap-1 text-text-2">
            {parts.map(({ label, amount }) => (
              <li key={label} className="flex justify-between gap-3">
                <span>{label}</span>
                <span className="num">{formatMoney(Math.round(amount))}</span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </div>
  )
}

function Row({ name, value, title }: { name: string; value: string; title?: string }) {
  return (
    <div className="flex justify-between gap-3" title={title}>
      <dt className="text-text-2">{name}</dt>
      <dd className="num text-right font-medium">{value}</dd>
    </div>
  )
}

const isKnown = ({ value }: Figure): boolean => value !== null
