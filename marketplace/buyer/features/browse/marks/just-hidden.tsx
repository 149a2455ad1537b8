/** Says which deal was put away, with the way back and, if somebody likes to say, the reason. */
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { HiddenWhy } from '#marketplace/buyer/ui/match/hidden-why.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { useBrowsePage } from '../list/page-context.ts'
import { useDeal } from '../list/use-deal.ts'

export default function JustHidden({ id }: { id: number }) {
  useSignals()
  const { justHidden } = useBrowsePage()
  const { marks } = useDealServices()
  const deal = useDeal(id)
  if (deal === null) return null
  async function undo() {
    if (await marks.hide(id, false)) justHidden.value = null
    else toast('That could not be saved. Try again.')
  }
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-sunken px-4 py-1.5 text-sm text-text-2 roomy:px-5">
      <p role="status" className="min-w-0 flex-1 truncate">
        Hidden: {deal.address}
      </p>
      <Button size="sm" className="pointer-coarse:h-11" onClick={() => void undo()}>
        Undo
      </Button>
      <IconButton
        size="sm"
        aria-label="Close"
        onClick={() => {
          justHidden.value = null
        }}
      >
        <X size={15} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <HiddenWhy key={id} propertyId={id} />
    </div>
  )
}
