/** Says on each page that an owner closes the company, and until when owners can cancel that. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { sellerKeepCompany } from '#shared/contract/seller-closing.ts'
import { Button } from '#shared/ui/button.tsx'

export function ClosingStrip({ store }: { store: SellerStore }) {
  useSignals()
  const { isBusy, during } = useBusy()
  const [problem, setProblem] = useState<string | null>(null)
  const closesAt = store.closesAt.value
  if (closesAt === null) return null
  async function cancel() {
    setProblem(null)
    const result = await during(attempt(store.call(sellerKeepCompany, {})))
    if (result.kind === 'failed') return setProblem(sayFailure(result.failure).message)
    store.closesAt.value = null
  }
  return (
    <aside
      aria-label="Closing of the company"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-warn-line border-b bg-warn-soft px-4 py-2 text-sm"
    >
      <p className="me-auto">
        Your company is closed for buyers. Its data is deleted on {dayWords(closesAt)}
        {store.may('settings') ? '.' : '; an owner can cancel that.'}
      </p>
      {store.may('settings') ? (
        <Button size="sm" className="pointer-coarse:h-11" isBusy={isBusy} onClick={() => void cancel()}>
          Cancel the closing
        </Button>
      ) : null}
      <p role="alert" className="w-full text-danger-text empty:hidden">
        {problem}
      </p>
    </aside>
  )
}
