/** What became of a deal's price and status, the latest first. */

import { dayWords } from '#marketplace/kit/date-labels.ts'
import { STATUS_WORDS } from '#marketplace/seller/deals/deal-labels.ts'
import type { DeskDealWire } from '#shared/contract/desk-listing.ts'
import { formatUsd } from '#shared/format/money.ts'
import { Section } from './fields.tsx'

type Change = DeskDealWire['price_changes'][number]

export function HistorySection({ deal }: { deal: DeskDealWire }) {
  return (
    <Section title="History">
      {deal.price_changes.length === 0 ? (
        <p className="text-sm text-text-2">Nothing has changed yet.</p>
      ) : null}
      <ol className="grid gap-1.5 text-sm">
        {deal.price_changes.toReversed().map((change) => (
          <li key={`${change.at} ${change.kind}`} className="num flex gap-4">
            <time dateTime={change.at} className="w-28 text-text-2">
              {dayWords(change.at)}
            </time>
            <span>{wordsOf(change)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function wordsOf({ kind, price, arv, status }: Change): string {
  if (kind === 'listed') return `Listed at ${formatUsd(price)}`
  if (kind === 'price') return `Price changed to ${formatUsd(price)}`
  if (kind === 'arv') return arv == null ? 'ARV taken away' : `ARV changed to ${formatUsd(arv)}`
  return status ? STATUS_WORDS[status] : 'Taken down'
}
