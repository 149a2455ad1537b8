/** A report to the house: what is wrong, out of a few choices, and details. What is typed stays when it could not be sent. */
import { useState } from 'react'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'

const DETAILS_MAX = 1000

export interface Report<Reason extends string> {
  reason: Reason
  details?: string
}

export interface ReportFormProps<Reason extends string> {
  title: string
  reasons: readonly (readonly [value: Reason, label: string])[]
  /** Said when it was sent. */
  thanks: string
  send: (report: Report<Reason>) => Promise<unknown>
  onClose: () => void
}

export function ReportForm<Reason extends string>(props: ReportFormProps<Reason>) {
  const { title, reasons, thanks, onClose } = props
  const [reason, setReason] = useState<Reason | null>(null)
  const [details, setDetails] = useState('')
  const { isBusy, errorMessage, setErrorMessage, run, marks, problemId } = useAction()

  async function send() {
    if (reason === null) return setErrorMessage('Choose what is wrong.')
    const said = details.trim()
    if (!(await run(() => props.send({ reason, ...(said === '' ? {} : { details: said }) })))) return
    toast(thanks)
    onClose()
  }
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <DialogActions label="Send report" isBusy={isBusy} onCancel={onClose} onConfirm={() => void send()} />
      }
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 font-label text-sm">What is wrong?</legend>
        {reasons.map(([value, label]) => (
          <label key={value} className="flex min-h-9 items-center gap-2.5">
            <input
              type="radio"
              name="reason"
              checked={reason === value}
              onChange={() => {
                setReason(value)
                setErrorMessage(null)
              }}
              className="size-4 flex-none accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <label className="mt-3 grid gap-1.5 font-label text-sm">
        Details, if you like
        <textarea
          {...marks('details')}
          rows={4}
          maxLength={DETAILS_MAX}
          value={details}
          onChange={({ target: { value } }) => setDetails(value)}
          className="w-full rounded-md border border-field bg-surface px-2.75 py-2 font-regular text-base max-desk:text-[1rem]"
        />
      </label>
      <FormProblem id={problemId} className="mt-2" message={errorMessage} />
    </Modal>
  )
}
