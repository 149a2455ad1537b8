/** Asks for an address: the quota before the press, and a few words to the seller for who wants to add some. */
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import type { QuotaWire } from '#shared/contract/inquiries.ts'
import { Button } from '#shared/ui/button.tsx'
import { quotaWords } from './labels.ts'
import { MessageArea } from './message-area.tsx'

export interface AskFormProps {
  quota: QuotaWire | null
  /** Kept outside: asking takes the form away, and may fail. */
  message: string
  onMessage: (message: string) => void
  onAsk: () => void
}

export function AskForm({ quota, message, onMessage, onAsk }: AskFormProps) {
  const [isWriting, setWriting] = useState(message !== '')
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
          onChange={onMessage}
        />
      ) : null}
      <NeedsNotice act="addressRequest" to="request the address" />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" className="pointer-coarse:h-11" disabled={isMissing} onClick={onAsk}>
          <MapPin size={15} strokeWidth={1.75} aria-hidden="true" />
          Request address
        </Button>
        {isWriting ? null : (
          <Button variant="ghost" className="pointer-coarse:h-11" onClick={() => setWriting(true)}>
            Add a message
          </Button>
        )}
      </div>
      {quota === null ? null : <p className="num text-text-3 text-xs">{quotaWords(quota)}</p>}
    </>
  )
}
