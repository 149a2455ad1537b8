/** What the seller can do with an offer now, by the graph of states. Each move is said once more before it goes out. */
import { useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { OfferDetail, SellerAsk, SellerMove } from '#marketplace/seller/offers/offer-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { formatMoney } from '#shared/format/money.ts'
import { movesOf } from '#shared/rules/offers/offer-graph.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import { CounterForm } from './counter-form.tsx'

const MOVES: readonly (readonly [move: SellerMove, words: string])[] = [
  ['accept', 'Accept'],
  ['counter', 'Counter'],
  ['sign', 'Contract is signed'],
  ['close', 'Close the deal'],
  ['refuse_release', 'Refuse the release'],
  ['fall_through', 'Call it off'],
  ['decline', 'Decline'],
]
const GRAVE: ReadonlySet<SellerMove> = new Set(['decline', 'fall_through', 'refuse_release'])
const REASON_MAX = 500

export function SellerMoves({ store, offer }: { store: SellerStore; offer: OfferDetail }) {
  const [chosen, setChosen] = useState<SellerMove | null>(null)
  const possible = movesOf(offer.state, 'seller').filter(
    (move) => move !== 'refuse_release' || offer.release_requested_at,
  )
  const shown = MOVES.filter(([move]) => possible.includes(move))
  const close = () => setChosen(null)
  const send = (ask: Omit<SellerAsk, 'version'>) =>
    store.offers.move(offer.id, { ...ask, version: offer.version }).then(close)
  if (shown.length === 0 || !store.mayChange('offers')) return null
  return (
    <section aria-label="Your move" className="grid gap-3">
      {chosen === null ? (
        <div className="flex flex-wrap gap-2">
          {shown.map(([move, words]) => (
            <Button
              key={move}
              variant={move === 'accept' || move === 'sign' || move === 'close' ? 'primary' : 'secondary'}
              onClick={() => setChosen(move)}
            >
              {words}
            </Button>
          ))}
        </div>
      ) : chosen === 'counter' ? (
        <CounterForm offer={offer} onSend={(terms) => send({ action: 'counter', terms })} onClose={close} />
      ) : (
        <Sure offer={offer} move={chosen} onSend={send} onClose={close} />
      )}
    </section>
  )
}

interface SureProps {
  offer: OfferDetail
  move: SellerMove
  /** Rejects with `ApiError`. */
  onSend: (ask: Omit<SellerAsk, 'version'>) => Promise<void>
  onClose: () => void
}

function Sure({ offer, move, onSend, onClose }: SureProps) {
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const typedForm = useTypedInput()
  const [reason, setReason] = useState('')
  const isGrave = GRAVE.has(move)
  return (
    <form
      ref={typedForm}
      className="grid gap-3 rounded-lg border border-line-strong p-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        void run(() => onSend({ action: move, ...(reason.trim() && { reason: reason.trim() }) }))
      }}
    >
      <p className="text-sm">{whatFollows(move, offer)}</p>
      {isGrave ? (
        <label className="grid gap-1 font-medium text-sm">
          Reason, told to the buyer (optional)
          <input
            {...marks('reason')}
            value={reason}
            maxLength={REASON_MAX}
            onChange={(event) => setReason(event.currentTarget.value)}
            className="field-box font-regular"
          />
        </label>
      ) : null}
      <FormProblem id={problemId} message={errorMessage} />
      <div className="flex gap-2">
        <Button type="submit" variant={isGrave ? 'danger' : 'primary'} isBusy={isBusy}>
          {MOVES.find(([name]) => name === move)?.[1]}
        </Button>
        <Button ref={focusOnce} variant="ghost" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}

function whatFollows(move: SellerMove, { price, customer }: OfferDetail): string {
  switch (move) {
    case 'accept':
      return `Accept ${price == null ? 'the offer' : formatMoney(price)} of ${customer.name}? The deal is shown as pending, other offers become backups, and the buyer confirms.`
    case 'sign':
      return 'The contract is signed by both sides.'
    case 'close':
      return 'The deal is closed: it is shown as sold, and the buyer’s deposit is free again.'
    case 'fall_through':
      return 'The deal falls through: it is shown as available again, and buyers with backup offers are notified.'
    case 'refuse_release':
      return `${customer.name} stays bound by the offer.`
    default:
      return `Decline the offer of ${customer.name}?`
  }
}
