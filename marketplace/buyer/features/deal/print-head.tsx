/** On paper alone, above a deal: whose page it is, what is asked, and where the rest can be read. */

import { Logo } from '#marketplace/buyer/ui/logo.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Deal } from './deal.ts'

export default function PrintHead({ deal, nowMs }: { deal: Deal; nowMs: number }) {
  const { id, priceUsd, arvUsd, seller } = deal
  return (
    <div className="mb-3 hidden items-end justify-between gap-6 border-line border-b pb-3 print:flex">
      <div>
        <Logo />
        <p className="mt-1 text-text-2 text-xs">
          {window.location.origin}/property/{id}
        </p>
        <p className="text-text-2 text-xs">
          Offered by {seller.name}. Printed {dayWords(nowMs)}.
        </p>
      </div>
      <p className="num text-right font-semibold text-3xl tracking-[-0.032em]">
        {priceUsd === null ? 'Price on request' : formatMoney(priceUsd)}
        {arvUsd === null ? null : (
          <span className="block font-regular text-sm tracking-normal">(ARV - {formatMoney(arvUsd)})</span>
        )}
      </p>
    </div>
  )
}
