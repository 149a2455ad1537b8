/** Tells the house that something is wrong with a review. */
import { useState } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { DialogActions } from '#marketplace/ui/dialog-actions.tsx'
import { FormProblem } from '#marketplace/ui/form-problem.tsx'
import { Modal } from '#marketplace/ui/modal.tsx'
import { toast } from '#marketplace/ui/toast.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { reportReview } from '#shared/contract/reviews.ts'
import { refusedWords } from './refused-words.ts'

const REASONS = [
  ['false', 'It is not true'],
  ['offensive', 'It is offensive'],
  ['private', 'It tells something private'],
  ['spam', 'It is advertising'],
  ['other', 'Something else'],
] as const
type Reason = (typeof REASONS)[number][0]

const DETAILS_MAX = 1000

export function ReportReview({ reviewId, onClose }: { reviewId: number; onClose: () => void }) {
  const { api } = useServices()
  const [reason, setReason] = useState<Reason | null>(null)
  const [details, setDetails] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function send() {
    if (reason === null) return setProblem('Choose what is wrong.')
    setBusy(true)
    try {
      const body = { reason, ...(details.trim() === '' ? {} : { details: details.trim() }) }
      await api(reportReview, { params: { review: reviewId }, body })
      toast('Reported. Somebody will look at it.')
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(refusedWords(error.failure))
      setBusy(false)
    }
  }
  return (
    <Modal
      title="Report a review"
      onClose={onClose}
      footer={
        <DialogActions label="Send report" isBusy={isBusy} onCancel={onClose} onConfirm={() => void send()} />
      }
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 font-label text-sm">What is wrong?</legend>
        {REASONS.map(([value, label]) => (
          <label key={value} className="flex min-h-9 items-center gap-2.5">
            <input
              type="radio"
              name="reason"
              checked={reason === value}
              onChange={() => setReason(value)}
              className="size-4 flex-none accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <label className="mt-3 grid gap-1.5 font-label text-sm">
        Details, if you like
        <textarea
          rows={3}
          maxLength={DETAILS_MAX}
          value={details}
          onChange={({ target: { value } }) => setDetails(value)}
          className="w-full rounded-md border border-field bg-surface px-2.75 py-2 font-regular text-base max-desk:text-[1rem]"
        />
      </label>
      <FormProblem message={problem} />
    </Modal>
  )
}
