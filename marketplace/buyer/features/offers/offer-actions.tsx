/** What the buyer can do with an offer now, by the graph both sides share. Each move asks once more in a dialog. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { makeOfferPath, type NamedEntity } from '#marketplace/kit/offer-labels.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import type { OfferTerms } from '#shared/contract/offer-terms.ts'
import type { OfferDetailWire, OfferMoveKind } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { movesOf } from '#shared/rules/offers/offer-graph.ts'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'
import { CounterDialog } from './counter-dialog.tsx'
import type { BuyerAction, OfferModel } from './offer-model.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Refusal } from './refusal.ts'

export interface OfferActionsProps {
  offer: OfferDetailWire
  model: OfferModel
  entities: readonly NamedEntity[] | null
}

/** In this order; those that end the offer come last. */
const BUTTONS: readonly (readonly [move: OfferMoveKind, label: string, look: ButtonProps['variant']])[] = [
  ['accept', 'Accept', 'primary'],
  ['resend', 'Send again', 'primary'],
  ['counter', 'Counter', 'secondary'],
  ['revise', 'Change offer', 'secondary'],
  ['decline', 'Decline', 'secondary'],
  ['withdraw', 'Withdraw', 'secondary'],
  ['request_release', 'Request release', 'secondary'],
]

const NOTHING = {}

export function OfferActions({ offer, model, entities }: OfferActionsProps) {
  useSignals()
  const [open, setOpen] = useState<OfferMoveKind | null>(null)
  const can = movesOf(offer.state, 'buyer')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const latest = useRef(open)
  latest.current = open
  const close = () => {
    setOpen(null)
    setRefusal(null)
    model.forgetRefusal()
  }
  // What the refusal says is on the page, beside the offer as it is now. A reason that can be sent again, and terms, stay in their
  // dialog, which says what is wrong with them.
  const make = async (action: BuyerAction, said: { reason?: string; terms?: OfferTerms } = NOTHING) => {
    setRefusal(null)
    const isDone = await model.move(action, said)
    const why = model.refusal.peek()
    if (isDone || said === NOTHING || why?.code) return setOpen(null)
    // Closed meanwhile, the dialog cannot say it.
    if (latest.current !== action) return
    setRefusal(why)
    model.forgetRefusal()
    focusWrong()
  }
  const isAsked = Boolean(offer.release_requested_at)
  return (
    <>
      {offer.state === 'draft' ? (
        <LinkButton variant="primary" href={makeOfferPath(offer.property.id)}>
          Continue your offer
        </LinkButton>
      ) : null}
      {can.includes('confirm') ? (
        <LinkButton variant="primary" className="pointer-coarse:h-11" href={`/offer/${offer.id}/confirm`}>
          Confirm the offer
        </LinkButton>
      ) : null}
      {BUTTONS.filter(([move]) => can.includes(move) && !(move === 'request_release' && isAsked)).map(
        ([move, label, look]) => (
          <Button
            key={move}
            {...(look ? { variant: look } : {})}
            className="pointer-coarse:h-11"
            isBusy={model.busy.value === move}
            onClick={() => setOpen(move)}
          >
            {label}
          </Button>
        ),
      )}
      {open === 'accept' || open === 'resend' ? (
        <ConfirmDialog
          title={open === 'accept' ? 'Accept the counteroffer' : 'Send the offer again'}
          confirmLabel={open === 'accept' ? 'Accept' : 'Send again'}
          isBusy={model.busy.value === open}
          onConfirm={() => void make(open)}
          onCancel={close}
        >
          {open === 'accept' ? (
            <p>
              You accept {offer.price ? formatMoney(offer.price) : 'the seller’s terms'} without changes. You
              confirm afterwards; the platform fee is charged only then.
            </p>
          ) : (
            <p>The same terms go to the seller again, and the time to answer starts again.</p>
          )}
        </ConfirmDialog>
      ) : null}
      {open === 'decline' || open === 'withdraw' || open === 'request_release' ? (
        <ReasonDialog
          move={open}
          refusal={refusal}
          isBusy={model.busy.value === open}
          onConfirm={(reason) => void make(open, { reason })}
          onCancel={close}
        />
      ) : null}
      {open === 'counter' || open === 'revise' ? (
        <CounterDialog
          kind={open}
          offer={offer}
          entities={entities}
          refusal={refusal}
          isBusy={model.busy.value === open}
          onForget={() => setRefusal(null)}
          onSend={(terms) => void make(open, { terms })}
          onClose={close}
        />
      ) : null}
    </>
  )
}
