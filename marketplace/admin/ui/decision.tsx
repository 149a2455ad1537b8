/** Asks for a reason, then acts; what goes wrong is said in the dialog and what was typed stays. A refused decision is over. */
import { type ReactNode, useState } from 'react'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { ApiError, isRefusal } from '#shared/api/api-error.ts'

const REASON_MIN_LENGTH = 10

export interface Decision {
  title: string
  action: string
  /** It cannot be undone. */
  isDanger?: boolean
  /** Words above the reason. */
  about?: ReactNode
  /** False: nobody asks why. */
  needsReason?: boolean
  /** Over the field, when it is for something else. */
  reasonLabel?: string
  minLength?: number
  maxLength?: number
  run: (reason: string) => Promise<unknown>
}

interface DecisionDialogProps {
  decision: Decision
  /** After every attempt, refused ones included: another person's decision may have changed the list. */
  onAnswer: () => void
  onClose: () => void
}

export function DecisionDialog({ decision, onAnswer, onClose }: DecisionDialogProps) {
  const [reason, setReason] = useState('')
  const [isOutdated, setOutdated] = useState(false)
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const needsReason = decision.needsReason ?? true
  const minLength = decision.minLength ?? REASON_MIN_LENGTH
  const decide = async () => {
    try {
      await decision.run(reason.trim())
    } catch (error) {
      setOutdated(isOutdatedBy(error))
      throw error
    } finally {
      onAnswer()
    }
  }
  const act = async () => {
    if (await run(decide)) onClose()
  }
  return (
    <Dialog
      title={decision.title}
      action={decision.action}
      mayAct={!isOutdated && (!needsReason || reason.trim().length >= minLength)}
      isDanger={decision.isDanger ?? false}
      isBusy={isBusy}
      onAct={() => void act()}
      onClose={onClose}
    >
      {decision.about ? <div className="grid gap-3 text-sm">{decision.about}</div> : null}
      {needsReason ? (
        <label className="grid gap-1 font-medium text-sm">
          {decision.reasonLabel ?? 'Reason'}, at least {minLength} characters
          <textarea
            {...marks('reason', 'note')}
            rows={3}
            maxLength={decision.maxLength ?? 500}
            value={reason}
            onChange={({ target: { value } }) => setReason(value)}
            className="field-box"
          />
        </label>
      ) : null}
      <FormProblem id={problemId} message={errorMessage} />
    </Dialog>
  )
}

const OUTDATED: readonly number[] = [404, 409]

/** The same decision would be refused again, because its subject has changed. */
const isOutdatedBy = (error: unknown): boolean =>
  error instanceof ApiError && isRefusal(error.failure) && OUTDATED.includes(error.failure.status)

/** What a decision is about, one fact a line; empty ones are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-text-2">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
