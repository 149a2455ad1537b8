/** Asks for the words that go with a no: declining, withdrawing, or asking out of a confirmed offer (checklist OFR-35). */
import { useState } from 'react'
import { errorAt, formMessage } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { TextArea } from '#marketplace/kit/ui/form-fields.tsx'
import { formErrors, type Refusal } from './refusal.ts'

export interface ReasonDialogProps {
  move: 'decline' | 'withdraw' | 'request_release'
  isBusy: boolean
  /** Of the last attempt. */
  refusal: Refusal | null
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const WORDS = {
  decline: {
    title: 'Decline the counteroffer',
    label: 'Decline',
    text: 'The offer ends and its slot on your deposit is free again.',
  },
  withdraw: {
    title: 'Withdraw the offer',
    label: 'Withdraw',
    text: 'The seller sees that you withdrew it and why. Its slot on your deposit is free at once.',
  },
  request_release: {
    title: 'Request release',
    label: 'Send request',
    text: 'A confirmed offer binds you. The seller decides whether to release you; until then it stays binding.',
  },
} as const

const REASON_MAX_LENGTH = 500

export function ReasonDialog({ move, isBusy, refusal, onConfirm, onCancel }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const { title, label, text } = WORDS[move]
  const errors = formErrors(refusal)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      cancelLabel="Keep the offer"
      isDanger={move !== 'request_release'}
      isBusy={isBusy}
      error={formMessage(errors, ['reason'])}
      canConfirm={move === 'decline' || reason.trim() !== ''}
      onConfirm={() => onConfirm(reason.trim())}
      onCancel={onCancel}
    >
      <p>{text}</p>
      <TextArea
        label={move === 'decline' ? 'Reason (optional)' : 'Reason'}
        name="reason"
        value={reason}
        maxLength={REASON_MAX_LENGTH}
        error={errorAt(errors, 'reason')}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
