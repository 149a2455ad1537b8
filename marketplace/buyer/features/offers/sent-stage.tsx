/** Last stage: the offer is sent, what happens next, and where to find it. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck } from 'lucide-react'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { offerPath } from '#marketplace/kit/offer-labels.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import type { OfferDraftModel } from './offer-draft-model.ts'

interface SentStageProps {
  draftModel: OfferDraftModel
  onClose: () => void
  onMessage: ((seller: { id: number; name: string }) => void) | undefined
}

export function SentStage({ draftModel, onClose, onMessage }: SentStageProps) {
  useSignals()
  const offer = draftModel.sent.value
  if (offer === null) return null
  const { seller } = draftModel.subject.value
  return (
    <div role="status" className="grid justify-items-center gap-3 py-4 text-center">
      <CircleCheck size={40} strokeWidth={1.5} aria-hidden="true" className="text-gain-text" />
      <p className="num font-semibold text-2xl tracking-[-0.024em]">
        {offer.price === null || offer.price === undefined ? 'Sent' : formatMoney(offer.price)}
      </p>
      <p className="max-w-[48ch] text-text-2">
        {seller.name} has your offer{offer.is_backup ? ' as a backup' : ''}.
        {offer.expires_at ? ` They have until ${momentWords(offer.expires_at)} to answer.` : ''} It is also in
        your conversation with them.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <LinkButton variant="primary" href={offerPath(offer.id)}>
          Open your offer
        </LinkButton>
        {onMessage ? <Button onClick={() => onMessage(seller)}>Message the seller</Button> : null}
        <Button variant="ghost" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}
