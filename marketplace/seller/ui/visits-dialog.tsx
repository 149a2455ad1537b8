/** The open houses of the account's deals in a drawer: when, who is coming or waiting, and calling one off. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { zonedDayWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SellerVisit } from '#marketplace/seller/visit-rows.ts'
import { zonedTimes } from '#shared/format/visit-time.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import { NotLoaded } from './not-loaded.tsx'

const REASON_MAX = 300

export function VisitsDialog({ store, onClose }: { store: SellerStore; onClose: () => void }) {
  useSignals()
  const { visits, state, errorMessage, load, callOff } = store.visits
  useEffect(() => void load(), [load])
  return (
    <Modal title="Open houses" isDrawer onClose={onClose}>
      <FormProblem message={errorMessage.value} />
      {state.value === 'failed' ? (
        <NotLoaded onRetry={() => void load()}>The open houses could not be loaded.</NotLoaded>
      ) : null}
      {state.value === 'ready' && visits.value.length === 0 ? (
        <p className="text-text-2">No open house is planned. Add one on the page of a deal.</p>
      ) : null}
      <ul aria-label="Open houses" className="[&>li+li]:border-line [&>li+li]:border-t">
        {visits.value.map((visit) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            onCallOff={store.mayChange('reply') ? (reason) => callOff(visit.id, reason) : null}
          />
        ))}
      </ul>
    </Modal>
  )
}

function VisitRow({
  visit,
  onCallOff,
}: {
  visit: SellerVisit
  /** Null where the person's role does not include it. */
  onCallOff: ((reason: string) => Promise<void>) | null
}) {
  const [startMs, endMs] = [Date.parse(visit.start), Date.parse(visit.end)]
  const named = (state: 'registered' | 'waiting') =>
    visit.registrations.filter((one) => one.state === state).map(({ customer }) => customer.name)
  const waiting = named('waiting')
  return (
    <li className="grid gap-1.5 py-3.5">
      <p className="font-semibold">{visit.property.full_address}</p>
      <p className="num whitespace-normal text-sm text-text-2">
        {zonedDayWords(startMs, visit.tz)}, {zonedTimes(startMs, endMs, visit.tz)}
      </p>
      <p className="text-sm">Coming: {named('registered').join(', ') || 'nobody yet'}</p>
      {waiting.length > 0 ? <p className="text-sm text-text-2">Waiting: {waiting.join(', ')}</p> : null}
      {visit.cancelled_at ? (
        <p className="text-sm text-warn-text">
          Called off{visit.cancel_reason ? `: ${visit.cancel_reason}` : ''}
        </p>
      ) : onCallOff ? (
        <CallOff onCallOff={onCallOff} />
      ) : null}
    </li>
  )
}

/** Asked once more, because it cannot be taken back. */
function CallOff({ onCallOff }: { onCallOff: (reason: string) => Promise<void> }) {
  const [isAsked, setAsked] = useState(false)
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const [reason, setReason] = useState('')
  if (!isAsked)
    return (
      <Button size="sm" className="justify-self-start" onClick={() => setAsked(true)}>
        Call it off
      </Button>
    )
  const confirm = () => run(() => onCallOff(reason))
  return (
    <div className="grid gap-2">
      <label className="grid gap-1 text-sm">
        Reason, told to everybody who is coming (optional)
        <input
          {...marks('reason')}
          value={reason}
          maxLength={REASON_MAX}
          onChange={(event) => setReason(event.currentTarget.value)}
          className="h-9 rounded-md border border-field bg-surface px-2.75 text-base"
        />
      </label>
      <FormProblem id={problemId} message={errorMessage} />
      <div className="flex gap-2">
        <Button size="sm" variant="danger" isBusy={isBusy} onClick={() => void confirm()}>
          Call off and tell everybody
        </Button>
        <Button ref={focusOnce} size="sm" variant="ghost" onClick={() => setAsked(false)}>
          Keep it
        </Button>
      </div>
    </div>
  )
}
