/** One request: who asks, what is known of them, for which deal; and the two answers. */
import { Check, CircleHelp, MapPin } from 'lucide-react'
import { useState } from 'react'
import { listTimeWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { Verdict } from '#marketplace/seller/request-rows.ts'
import type { SellerRequestWire } from '#shared/contract/seller-deals.ts'
import { stateLabel } from '#shared/format/action-label.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { focusOnce } from '#shared/ui/focus-once.ts'

interface RequestRowProps {
  request: SellerRequestWire
  isBusy: boolean
  isChosen: boolean
  /** Whether the person's role includes the answer. */
  mayDecide: boolean
  onChoose: (isChosen: boolean) => void
  /** Rejects with `ApiError` if the reason was refused. */
  onDecide: (verdict: Verdict) => Promise<void>
  /** Shows the thread with the buyer. */
  onOpen: () => void
}

export function RequestRow({
  request,
  isBusy,
  isChosen,
  mayDecide,
  onChoose,
  onDecide,
  onOpen,
}: RequestRowProps) {
  const { customer, property, state } = request
  const isWaiting = state === 'pending'
  const Icon = request.type === 'inquiry' ? CircleHelp : MapPin
  return (
    <li className="grid gap-1.5 py-3.5">
      <div className="flex items-center gap-2">
        {isWaiting && mayDecide ? (
          <input
            type="checkbox"
            aria-label={`Choose the request of ${customer.name}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
            className="size-4 accent-accent"
          />
        ) : null}
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="text-text-3" />
        <button
          type="button"
          onClick={onOpen}
          className="target cursor-pointer font-semibold hover:underline"
        >
          {customer.name}
        </button>
        <span className={classNames('font-medium text-xs', isWaiting ? 'text-warn-text' : 'text-text-2')}>
          {request.type === 'inquiry' ? 'Question' : stateLabel(state ?? null)}
        </span>
        <span className="num ms-auto text-text-3 text-xs">
          {listTimeWords(request.requested_at, systemClock.now())}
        </span>
      </div>
      <p className="text-sm">{property.full_address}</p>
      {request.message ? <p className="text-sm text-text-2">“{request.message}”</p> : null}
      {request.reason ? <p className="text-sm text-text-2">Declined: {request.reason}</p> : null}
      <Trust customer={customer} />
      {isWaiting && mayDecide ? <Answers isBusy={isBusy} name={customer.name} onDecide={onDecide} /> : null}
    </li>
  )
}

function Trust({ customer }: Pick<SellerRequestWire, 'customer'>) {
  const facts = [
    [customer.is_email_confirmed, 'Email', 'confirmed'],
    [customer.is_phone_confirmed, 'Phone', 'confirmed'],
    [customer.is_id_verified, 'ID', 'verified'],
  ] as const
  return (
    <ul aria-label="Confirmed" className="flex flex-wrap gap-x-3 text-xs">
      {facts.map(([isConfirmed, name, what]) => (
        <li
          key={name}
          className={classNames(
            'flex items-center gap-1',
            isConfirmed ? 'font-medium text-gain-text' : 'text-text-3',
          )}
        >
          {isConfirmed ? <Check size={13} strokeWidth={2} aria-hidden="true" /> : null}
          {isConfirmed ? `${name} ${what}` : `${name} not ${what}`}
        </li>
      ))}
    </ul>
  )
}

const REASON_MAX = 300

function Answers({
  isBusy,
  name,
  onDecide,
}: Pick<RequestRowProps, 'isBusy' | 'onDecide'> & { name: string }) {
  const typedForm = useTypedInput()
  const [reason, setReason] = useState<string | null>(null)
  const { errorMessage, run, marks, problemId } = useAction()
  if (reason === null)
    return (
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          isBusy={isBusy}
          aria-label={`Grant the address to ${name}`}
          onClick={() => void onDecide({ state: 'granted' })}
        >
          Grant
        </Button>
        <Button size="sm" aria-label={`Decline the request of ${name}`} onClick={() => setReason('')}>
          Decline
        </Button>
      </div>
    )
  return (
    <form
      ref={typedForm}
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onDecide({ state: 'declined', reason }))
      }}
    >
      <label className="grid gap-1 font-medium text-sm">
        Reason (optional)
        <input
          {...marks('reason')}
          value={reason}
          maxLength={REASON_MAX}
          onChange={(event) => setReason(event.currentTarget.value)}
          className="field-box font-regular"
        />
      </label>
      <FormProblem id={problemId} message={errorMessage} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="danger" isBusy={isBusy}>
          Decline
        </Button>
        <Button ref={focusOnce} size="sm" onClick={() => setReason(null)}>
          Back
        </Button>
      </div>
    </form>
  )
}
