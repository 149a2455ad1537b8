/** Asks for an address: the quota before the press, and a few words to the seller for who wants to add some. */
import { MapPin } from 'lucide-react'
import { useId, useState } from 'react'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import { errorAt, formMessage, NO_ERRORS } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { AddressState } from './address-model.ts'
import { quotaWords } from './labels.ts'
import { MessageArea } from './message-area.tsx'

export interface AskFormProps {
  state: Extract<AddressState, { kind: 'idle' | 'sending' | 'warning' }>
  /** Held by the parent, so that it is still there when the person comes back to the page. */
  message: string
  onMessage: (message: string) => void
  onAsk: () => void
}

export function AskForm({ state, message, onMessage, onAsk }: AskFormProps) {
  const [isWriting, setWriting] = useState(message !== '')
  const problemId = useId()
  const errors = state.kind === 'warning' ? state.errors : NO_ERRORS
  const isMissing = useMissing('addressRequest').length > 0
  return (
    <>
      <p className="text-sm text-text-2">The seller shares the street address on request.</p>
      {isWriting ? (
        <MessageArea
          label="Message to the seller"
          value={message}
          rows={3}
          isFocused={message === ''}
          invalidBy={errorAt(errors, 'message') === null ? undefined : problemId}
          onChange={onMessage}
        />
      ) : null}
      <FormProblem id={problemId} message={formMessage(errors)} />
      <NeedsNotice act="addressRequest" to="request the address" />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          className="pointer-coarse:h-11"
          isBusy={state.kind === 'sending'}
          disabled={isMissing}
          onClick={onAsk}
        >
          <MapPin size={15} strokeWidth={1.75} aria-hidden="true" />
          Request address
        </Button>
        {isWriting ? null : (
          <Button variant="ghost" className="pointer-coarse:h-11" onClick={() => setWriting(true)}>
            Add a message
          </Button>
        )}
      </div>
      {state.quota === null ? null : <p className="num text-text-3 text-xs">{quotaWords(state.quota)}</p>}
    </>
  )
}
