/** The inbox of one deal: the choice of the deal, and which buyers have an offer, a request, a question or a card of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { createResource } from '#marketplace/kit/resource.ts'
import { INBOX_WORDS } from '#marketplace/seller/inbox/inbox-labels.ts'
import { asList, readPages } from '#marketplace/seller/list-pages.ts'
import type { LoadState } from '#marketplace/seller/load-state.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { sellerChats } from '#shared/contract/seller.ts'
import { NotLoaded } from '../not-loaded.tsx'

interface DealBuyers {
  readonly ids: ReadonlySet<number>
  readonly state: LoadState
  readonly load: () => Promise<void>
}

/** Null for all deals. Asked again with each change of the inbox: a message may be the first about the deal. */
export function useDealBuyers(store: SellerStore, dealId: number | null): DealBuyers | null {
  useSignals()
  const chats = store.chats.value
  const list = useMemo(
    () =>
      dealId === null
        ? null
        : asList(
            createResource(() =>
              readPages(
                (page) => store.call(sellerChats, { query: { page, 'filter[property_id]': dealId } }),
                Number.POSITIVE_INFINITY,
              ),
            ),
          ),
    [store, dealId],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed is in the inbox.
  useEffect(() => void list?.load(), [list, chats])
  const rows = list?.rows.value
  const ids = useMemo(() => new Set(rows?.map(({ customer }) => customer.id)), [rows])
  return list ? { ids, state: list.state.value, load: list.load } : null
}

export const DealState = ({ state, load }: DealBuyers) => (
  <div className="p-4">
    {state === 'failed' ? (
      <NotLoaded onRetry={() => void load()}>{INBOX_WORDS.dealFailed}</NotLoaded>
    ) : (
      <p role="status">{INBOX_WORDS.dealLoading}</p>
    )}
  </div>
)

export function DealChoice({ store, dealId }: { store: SellerStore; dealId: number | null }) {
  useSignals()
  const { rows, load } = store.properties
  const deals = rows.value
  useEffect(() => void load(), [load])
  const isListed = dealId === null || deals.some(({ id }) => id === dealId)
  return (
    <select
      aria-label={INBOX_WORDS.deal}
      value={dealId ?? ''}
      onChange={({ currentTarget: { value } }) =>
        store.go(value === '' ? { kind: 'messages' } : { kind: 'messages', dealId: Number(value) })
      }
      className="field-box min-w-0"
    >
      <option value="">{INBOX_WORDS.allDeals}</option>
      {isListed ? null : <option value={dealId}>{INBOX_WORDS.thisDeal}</option>}
      {deals.map(({ id, full_address }) => (
        <option key={id} value={id}>
          {full_address}
        </option>
      ))}
    </select>
  )
}
