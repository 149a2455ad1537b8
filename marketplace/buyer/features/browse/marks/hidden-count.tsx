/** How many deals this person has put away, and the way to them. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { formatNumber } from '#shared/format/count.ts'

const HiddenDialog = lazyPart(() => import('./hidden-dialog.tsx'))

export function HiddenCount() {
  useSignals()
  const { marks } = useDealServices()
  const [isOpen, setOpen] = useState(false)
  const count = marks.hidden.value.size
  return (
    <>
      {count === 0 ? null : (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="num cursor-pointer text-sm text-text-3 underline-offset-3 hover:underline pointer-coarse:min-h-9"
        >
          {formatNumber(count)} hidden
        </button>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <HiddenDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
