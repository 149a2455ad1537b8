/** The math an investor does first: price and margin out of the after-repair value. */
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'

export function PriceAgainstArv({ priceUsd, arvUsd }: { priceUsd: number | null; arvUsd: number | null }) {
  if (priceUsd === null || arvUsd === null || arvUsd <= 0) return null
  const marginUsd = arvUsd - priceUsd
  const ratio = priceUsd / arvUsd
  return (
    <section className="pt-7">
      <h2 className="mb-3 font-semibold text-lg tracking-tight">Price against ARV</h2>
      <p className="mb-1.5 flex justify-between gap-4 text-sm">
        <span>
          <b className="num font-semibold">{formatMoney(priceUsd)}</b> asking, {exactPercent(ratio)} of ARV
        </span>
        <span className="num">
          ARV <b className="font-semibold">{formatMoney(arvUsd)}</b>
        </span>
      </p>
      <div className="[print-color-adjust:exact]">
        <SpreadBar priceUsd={priceUsd} arvUsd={arvUsd} size="deal" />
      </div>
      <table className="mt-4.5 w-full tabular-nums">
        <caption className="sr-only">Price against ARV</caption>
        <tbody>
          <Line name="After-repair value (ARV)" amount={formatMoney(arvUsd)} share="100%" />
          <Line name="Asking price" amount={formatMoney(-priceUsd)} share={exactPercent(ratio)} />
          <Line
            name="Gross margin"
            amount={formatMoney(marginUsd)}
            share={exactPercent(1 - ratio).replace('-', '−')}
            isTotal
            isGain={marginUsd > 0}
          />
        </tbody>
      </table>
    </section>
  )
}

interface LineProps {
  name: string
  amount: string
  share: string
  isTotal?: boolean
  isGain?: boolean
}

function Line({ name, amount, share, isTotal = false, isGain = false }: LineProps) {
  return (
    <tr className={isTotal ? 'border-text border-t font-semibold' : 'border-line border-t first:border-t-0'}>
      <th scope="row" className={classNames('py-2.25 text-left', isTotal ? 'font-semibold' : 'font-regular')}>
        {name}
      </th>
      <td className={classNames('whitespace-nowrap py-2.25 text-right', isGain && 'text-gain-text')}>
        {amount}
      </td>
      <td className="w-20 py-2.25 text-right text-text-3">{share}</td>
    </tr>
  )
}
