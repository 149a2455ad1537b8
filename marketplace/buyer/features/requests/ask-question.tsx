/** The dialog for a question about a deal: quick ones to begin with, own words, a draft that is not lost (checklist FAV-40). */
import { useId, useRef, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import {
  errorAt,
  type FormErrors,
  focusWrong,
  formMessage,
  NO_ERRORS,
  sayFailure,
} from '#marketplace/kit/attempt.ts'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { Failure } from '#shared/api/api-error.ts'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { UNCONFIRMED } from '#shared/contract/requirements.ts'
import { Button } from '#shared/ui/button.tsx'
import { MessageArea } from './message-area.tsx'
import { useDraft } from './use-draft.ts'

export interface AskQuestionProps {
  propertyId: number
  sellerName: string
  onClose: () => void
  /** It is in the thread now. */
  onSent: () => void
}

const QUICK = [
  { label: 'Access', text: 'How can I get access to see the property?' },
  { label: 'Title', text: 'Is the title clear? Are there liens or open permits?' },
  {
    label: 'Seller terms',
    text: 'What terms does the seller want: closing date, earnest money, inspection?',
  },
  { label: 'More photos', text: 'Do you have more photos or a video of the inside?' },
] as const

export function AskQuestion({ propertyId, sellerName, onClose, onSent }: AskQuestionProps) {
  const { addresses } = useDealServices()
  const [text, setText] = useDraft(`plat.question.${propertyId}`)
  const { isBusy, during } = useBusy()
  const [errors, setErrors] = useState(NO_ERRORS)
  const errorId = useId()
  const first = useRef<HTMLButtonElement>(null)

  function write(next: string) {
    setText(next)
    setErrors(NO_ERRORS)
  }
  async function send() {
    setErrors(NO_ERRORS)
    const answer = await during(addresses.askQuestion(propertyId, text.trim()))
    if (answer !== true) {
      setErrors(errorsOf(answer))
      return focusWrong()
    }
    setText('')
    onSent()
  }
  const isMissing = useMissing('question').length > 0
  const canSend = text.trim() !== '' && text.length <= MESSAGE_MAX_LENGTH && !isMissing
  return (
    <Modal
      title={`Question for ${sellerName}`}
      onClose={onClose}
      initialFocus={first}
      keepsInput
      footer={
        <DialogActions
          label="Send"
          isBusy={isBusy}
          isDisabled={!canSend}
          onCancel={onClose}
          onConfirm={() => void send()}
        />
      }
    >
      <div className="mb-4 empty:hidden">
        <NeedsNotice act="question" to="ask the seller" />
      </div>
      <fieldset className="mb-4">
        <legend className="mb-1.5 text-sm text-text-2">Start with a common one</legend>
        <div className="flex flex-wrap gap-1.5">
          {QUICK.map((quick, index) => (
            <Button
              key={quick.label}
              {...(index === 0 ? { ref: first } : {})}
              size="sm"
              className="pointer-coarse:h-11"
              onClick={() => write(withLine(text, quick.text))}
            >
              {quick.label}
            </Button>
          ))}
        </div>
      </fieldset>
      <MessageArea
        label="Your question"
        value={text}
        rows={5}
        invalidBy={errorAt(errors, 'message') === null ? undefined : errorId}
        onChange={write}
      />
      <FormProblem id={errorId} className="mt-2" message={formMessage(errors)} />
    </Modal>
  )
}

/** A quick question goes under what was written, once. */
function withLine(text: string, line: string): string {
  if (text.includes(line)) return text
  return text.trim() === '' ? line : `${text.trimEnd()}\n${line}`
}

const errorsOf = (failure: Failure): FormErrors =>
  failure.kind === 'refused' && failure.status === 422
    ? sayFailure(failure)
    : { fields: {}, message: words(failure) }

function words(failure: Failure): string {
  if (failure.kind === 'refused' && failure.status === 429)
    return 'You have asked many questions in the last hour. Try again later; your text stays here.'
  if (failure.kind === 'refused' && failure.problem.code === UNCONFIRMED) return failure.problem.message
  return `${failureWords(failure)} Your text stays here.`
}
