/** Address requests and questions as a page, of one deal or of all. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { createRequestRows } from '#marketplace/seller/request-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { useRequestList } from './request-list.tsx'

export function RequestsPlace({ store, dealId }: { store: SellerStore; dealId: number | null }) {
  useSignals()
  const known = store.requests.requests.value
  const deals = store.properties.rows.value
  const rows = useMemo(
    () => (dealId === null ? store.requests : createRequestRows(store.call, undefined, dealId)),
    [store, dealId],
  )
  // Each change of the list of all may be one of this deal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed is in the list of all.
  useEffect(() => {
    if (rows !== store.requests) void rows.load()
  }, [rows, store, known])
  useEffect(() => void store.requests.load(), [store])
  useEffect(() => {
    if (dealId !== null) void store.properties.load()
  }, [store, dealId])
  const { actions, list } = useRequestList(store, rows, (customerId) =>
    store.go({ kind: 'conversation', customerId }),
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-190 gap-4 px-4 py-5">
        <div className="flex flex-wrap items-center gap-2">
          <ViewHeading name="Requests" className="me-auto font-semibold text-lg" />
          {actions}
        </div>
        {dealId === null ? null : (
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-text-2">
            {deals?.find(({ id }) => id === dealId)?.full_address ?? 'One deal'}
            <a
              href={hashOf({ kind: 'requests', dealId: null })}
              className="target font-medium text-accent-text hover:underline"
            >
              Show all requests
            </a>
          </p>
        )}
        {list}
      </div>
    </div>
  )
}
