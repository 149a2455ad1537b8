/** A deal's editor as long as its form is shown, and the question before what is typed is left. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useSavingWhile, useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'

/** Made in an effect, so that one that React throws away unused is disposed of as well. */
export function useEditor(store: SellerStore, dealId: number | null): DealEditor | null {
  const [editor, setEditor] = useState<DealEditor | null>(null)
  useEffect(() => {
    const made = store.edit(dealId)
    setEditor(made)
    void made.load()
    return made.dispose
  }, [store, dealId])
  return editor
}

/** A draft saves itself: leaving waits for it. What buyers see is saved by a button: leaving asks. */
export function useUnsavedDeal(editor: DealEditor, deal: SellerDealWire): void {
  useSignals()
  const saving = editor.saving.value
  useUnsavedWhile(saving !== 'saved')
  useSavingWhile(saving === 'saving' || (saving === 'unsaved' && deal.listing === 'draft'))
}
