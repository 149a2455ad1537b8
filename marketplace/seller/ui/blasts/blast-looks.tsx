/** How many buyers a blast reaches and who is left out, live; and how it looks to one of them. */
import { useSignals } from '@preact/signals-react/runtime'
import type { BlastDraft } from '#marketplace/seller/blasts/blast-draft.ts'
import { buyersWords, leftOutLines } from '#marketplace/seller/blasts/blast-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { formatMoney } from '#shared/format/money.ts'

export function BlastLooks({ store, draft }: { store: SellerStore; draft: BlastDraft }) {
  return (
    <aside aria-label="Preview" className="grid gap-4">
      <ReachNow draft={draft} />
      <Looks draft={draft} />
      <DigestLooks store={store} draft={draft} />
    </aside>
  )
}

function ReachNow({ draft }: { draft: BlastDraft }) {
  useSignals()
  const reach = draft.reach.value
  const isFailed = reach === null && draft.isUncounted.value
  return (
    <section aria-label="Reach" className="grid gap-1 rounded-md border border-line bg-surface p-4">
      {isFailed ? (
        <NotLoaded onRetry={() => draft.set({})}>The buyers could not be counted.</NotLoaded>
      ) : (
        <p role="status" className="num whitespace-normal font-semibold text-md">
          {reach === null ? 'Counting…' : `Reaches ${buyersWords(reach.reachable)}`}
        </p>
      )}
      {reach === null || reach.count === reach.reachable ? null : (
        <>
          <p className="num whitespace-normal text-sm text-text-2">
            Of {buyersWords(reach.count)} in this audience:
          </p>
          <ul aria-label="Left out" className="num whitespace-normal text-sm text-text-2">
            {leftOutLines(reach.left_out).map(({ reason, count, words }) => (
              <li key={reason}>
                {count} {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Looks({ draft }: { draft: BlastDraft }) {
  useSignals()
  const preview = draft.preview.value
  if (preview === null) return null
  return (
    <section aria-label="How it looks" className={PANEL}>
      <h2 className="font-semibold text-md">How it looks</h2>
      {preview.subject ? <p className="font-semibold">{preview.subject}</p> : null}
      <p className="wrap-anywhere whitespace-pre-line text-text-2">{preview.text.trim()}</p>
    </section>
  )
}

/** As the thread has it: the words with the first deal, then a card for each. */
function DigestLooks({ store, draft }: { store: SellerStore; draft: BlastDraft }) {
  useSignals()
  const { kind, message, propertyIds } = draft.fields.value
  if (kind === 'blast' || propertyIds.length === 0) return null
  const deals = store.properties.rows.value
  return (
    <section aria-label="How it looks" className={PANEL}>
      <h2 className="font-semibold text-md">How it looks</h2>
      <p className="font-medium text-text-2 text-xs">Deals digest</p>
      {message.trim() === '' ? null : (
        <p className="wrap-anywhere whitespace-pre-line text-text-2">{message.trim()}</p>
      )}
      {propertyIds.map((id) => {
        const deal = deals.find((one) => one.id === id)
        return deal ? (
          <p key={id} className="rounded-md border border-line px-3 py-2">
            <span className="num block font-semibold">
              {deal.price === null || deal.price === undefined ? 'No price' : formatMoney(deal.price)}
            </span>
            {deal.full_address}
          </p>
        ) : null
      })}
    </section>
  )
}

const PANEL = 'grid gap-2 rounded-md border border-line bg-surface p-4 text-sm'
