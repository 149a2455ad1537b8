/** The deals this person has put away, each with the way back (checklist BRW-45). */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { dealName, placeOf } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { dealPath } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { useDeal } from '../list/use-deal.ts'

/** What is shown again keeps its place until the dialog is closed. */
export default function HiddenDialog({ onClose }: { onClose: () => void }) {
  const { marks } = useDealServices()
  const [ids] = useState(() => [...marks.hidden.peek()])
  return (
    <Modal title="Hidden deals" onClose={onClose}>
      <ul aria-label="Hidden deals" className="[&>li+li]:border-line [&>li+li]:border-t">
        {ids.map((id) => (
          <HiddenDeal key={id} id={id} />
        ))}
      </ul>
    </Modal>
  )
}

function HiddenDeal({ id }: { id: number }) {
  useSignals()
  const { marks } = useDealServices()
  const deal = useDeal(id)
  const isHidden = marks.hidden.value.has(id)
  const name = deal ? dealName(deal) : `Deal ${id}`
  async function press() {
    if (!(await marks.hide(id, !isHidden))) toast('That could not be saved. Try again.')
  }
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="grid min-w-0 flex-1">
        <Link href={dealPath(id)} className="truncate font-medium hover:underline">
          {deal?.address ?? name}
        </Link>
        <span className="truncate text-sm text-text-2">{deal ? placeOf(deal) : 'No longer listed'}</span>
      </span>
      <Button
        size="sm"
        className="pointer-coarse:h-11"
        aria-label={`${isHidden ? 'Show again' : 'Hide'} ${name}`}
        onClick={() => void press()}
      >
        {isHidden ? 'Show again' : 'Hide'}
      </Button>
    </li>
  )
}
