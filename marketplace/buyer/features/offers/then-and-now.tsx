/** The listing as it was when the offer was sent beside today's, where they differ (checklist OFR-39). */

import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'

export function ThenAndNow({ offer: { snapshot, property } }: { offer: OfferDetailWire }) {
  if (!snapshot) return null
  const rows = [
    ['Asking price', snapshot.price, property.price],
    ['ARV', snapshot.arv, property.arv_estimate],
  ] as const
  const changed = rows.filter(([, then, now]) => (then ?? null) !== (now ?? null))
  if (changed.length === 0) return null
  return (
    <Section
      title="The listing changed"
      note={`Your offer was made on the numbers of ${dayWords(snapshot.taken_at)}.`}
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line-strong border-b text-text-3 text-xs">
            <th scope="col" className="py-2 text-left font-medium">
              <span className="sr-only">Number</span>
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Then
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Today
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.map(([name, then, now]) => (
            <tr key={name} className="border-line border-b">
              <th scope="row" className="py-2.5 text-left font-regular text-text-2">
                {name}
              </th>
              <td className="num py-2.5 text-right">{moneyOr(then)}</td>
              <td className="num py-2.5 text-right font-semibold">{moneyOr(now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const moneyOr = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '—' : formatMoney(amount)
