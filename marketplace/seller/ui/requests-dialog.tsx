/** Address requests and questions in a drawer. */
import { useEffect } from 'react'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { useRequestList } from './request-list.tsx'

export function RequestsDialog({ store, onClose }: { store: SellerStore; onClose: () => void }) {
  const { load } = store.requests
  useEffect(() => void load(), [load])
  const { actions, list } = useRequestList(store, store.requests, (customerId) => {
    store.open(customerId)
    onClose()
  })
  return (
    <Modal title="Requests" isDrawer onClose={onClose} titleAction={actions}>
      {list}
    </Modal>
  )
}
