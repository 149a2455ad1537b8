/** Asks for a reason, then acts; what goes wrong is said in the dialog and what was typed stays. */
import { type ReactNode, useState } from 'react'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'

const REASON_MIN_LENGTH = 10

export interface Decision {
  title: string
  action: string
  /** Words above the reason. */
  about?: ReactNode
  /** False: nobody asks why. */
  needsReason?: boolean
  /** Over the field, when it is for something else. */
  reasonLabel?: string
  minLength?: number
  maxLength?: number
  run: (reason: string) => Promise<void>
}

export function DecisionDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { isBusy, errorMessage, run } = useAction()
  const needsReason = decision.needsReason ?? true
  const minLength = decision.minLength ?? REASON_MIN_LENGTH
  const act = async () => {
    if (await run(() => decision.run(reason.trim()))) onClose()
  }
  return (
    <Dialog
      title={decision.title}
      action={decision.action}
      mayAct={!needsReason || reason.trim().length >= minLength}
      isBusy={isBusy}
      onAct={() => void act()}
      onClose={onClose}
    >
      {decision.about ? <p className="text-sm">{decision.about}</p> : null}
      {needsReason ? (
        <label className="grid gap-1 font-medium text-sm">
          {decision.reasonLabel ?? 'Reason'}, at least {minLength} characters
          <textarea
            rows={3}
            maxLength={decision.maxLength ?? 500}
            value={reason}
            onChange={({ target: { value } }) => setReason(value)}
            className="field-box"
          />
        </label>
      ) : null}
      {errorMessage ? (
        <p role="alert" className="text-danger-text text-sm">
          {errorMessage}
        </p>
      ) : null}
    </Dialog>
  )
}
