/** How complete the listing is, what would help most, and who else lists the same house. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'
import { MatchingBuyers } from './matching-buyers.tsx'

const ADVICE_MAX = 4

interface CompletenessProps {
  store: SellerStore
  editor: DealEditor
  deal: SellerDealWire
}

export function CompletenessPanel({ store, editor, deal }: CompletenessProps) {
  useSignals()
  const completeness = editor.completeness.value
  if (!completeness) return null
  const { score, required, advice } = completeness
  const missing = Object.values(required)
  const isDrawn = deal.images.some((image) => image.is_illustration)
  return (
    <section aria-label="Completeness" className="grid gap-3 border-line border-b py-5">
      <div className="flex items-center gap-3">
        <p className="num font-semibold text-md">{score}% complete</p>
        <progress aria-label="Completeness" max={100} value={score} className="h-1.5 max-w-60 flex-1" />
      </div>
      {missing.length > 0 ? (
        <div className="text-sm">
          <p className="font-medium">Before it can be published:</p>
          <ul className="list-disc ps-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {missing.length === 0 && advice.length > 0 ? (
        <div className="text-sm">
          <p className="font-medium">What helps buyers most:</p>
          <ul className="list-disc ps-5">
            {advice.slice(0, ADVICE_MAX).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {isDrawn && advice.some(({ field }) => field === 'photos') ? (
            <p className="text-text-2">Illustrations don’t count as photos.</p>
          ) : null}
        </div>
      ) : null}
      {deal.listing === 'draft' ? <MatchingBuyers store={store} deal={deal} /> : null}
      <Duplicates deal={deal} />
    </section>
  )
}

function Duplicates({ deal }: { deal: SellerDealWire }) {
  if (deal.duplicates.length === 0) return null
  return (
    <div className="rounded-md border border-warn-line bg-warn-soft px-3.5 py-2.5 text-sm text-warn-text">
      <p className="font-medium">The same house is listed already:</p>
      <ul className="list-disc ps-5">
        {deal.duplicates.map(({ id, address, is_own: isOwn }) => (
          <li key={id}>
            {isOwn ? (
              <a href={`#deals/${id}`} className="underline">
                {address}
              </a>
            ) : (
              <a href={`/property/${id}`} target="_blank" rel="noreferrer" className="underline">
                {address}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
            {isOwn ? ', by you' : ', by another seller'}
          </li>
        ))}
      </ul>
    </div>
  )
}
