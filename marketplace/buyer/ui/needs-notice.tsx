/**
 * Shows what must still be confirmed for an act, and lets the person do it in place; nothing if nothing is missing. Most
 * people have confirmed both, so the box and its buttons are fetched on demand; until then only the text shows.
 */
import { Suspense } from 'react'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { Act, Requirement } from '#shared/contract/requirements.ts'
import type { ConfirmNoteProps } from './confirm-note.tsx'

const WORDS: Readonly<Record<Requirement, string>> = { email: 'your email', phone: 'a phone number' }

const WordsAlone = ({ children }: ConfirmNoteProps) => <>{children}</>
const ConfirmNote = lazyPart(() => import('./confirm-note.tsx'), WordsAlone)

export interface NeedsNoticeProps {
  act: Act
  /** What the person wants: `request the address`. */
  to: string
}

export function NeedsNotice({ act, to }: NeedsNoticeProps) {
  const missing = useMissing(act)
  if (missing.length === 0) return null
  const words = <p>{`Confirm ${missing.map((need) => WORDS[need]).join(' and ')} to ${to}.`}</p>
  return (
    <Suspense fallback={words}>
      <ConfirmNote missing={missing}>{words}</ConfirmNote>
    </Suspense>
  )
}
