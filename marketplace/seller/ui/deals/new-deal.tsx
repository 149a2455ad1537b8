/** Begins a draft and opens its editor; for who may change deals. */
import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'

export function NewDeal({
  store,
  variant = 'secondary',
  className,
}: { store: SellerStore } & Pick<ButtonProps, 'variant' | 'className'>) {
  useSignals()
  const { isBusy, during } = useBusy()
  if (!store.mayChange('deals')) return null
  const begin = async () => {
    const id = await during(store.deals.begin())
    if (id !== null) store.go({ kind: 'deal', id })
  }
  return (
    <Button variant={variant} className={className} isBusy={isBusy} onClick={() => void begin()}>
      <Plus size={15} strokeWidth={1.75} aria-hidden="true" /> New deal
    </Button>
  )
}
