/** Says on each page that an owner closes the company, and until when owners can cancel that. */
import { useSignals } from '@preact/signals-react/runtime'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NoticeStrip } from '#marketplace/seller/ui/notice-strip.tsx'
import { sellerKeepCompany } from '#shared/contract/seller-closing.ts'
import { Button } from '#shared/ui/button.tsx'

export function ClosingStrip({ store }: { store: SellerStore }) {
  useSignals()
  const { isBusy, errorMessage, run } = useAction()
  const closesAt = store.closesAt.value
  if (closesAt === null) return null
  async function cancel() {
    if (await run(() => store.call(sellerKeepCompany, {}))) store.closesAt.value = null
  }
  return (
    <NoticeStrip label="Closing of the company">
      <p className="me-auto">
        Your company is closed for buyers, and nothing can be changed. Its data is deleted on{' '}
        {dayWords(closesAt)}
        {store.may('settings') ? '.' : '; an owner can cancel that.'}
      </p>
      {store.may('settings') ? (
        <Button size="sm" className="pointer-coarse:h-11" isBusy={isBusy} onClick={() => void cancel()}>
          Cancel the closing
        </Button>
      ) : null}
      <FormProblem className="w-full" message={errorMessage} />
    </NoticeStrip>
  )
}
