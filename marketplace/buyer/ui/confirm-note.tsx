/** The box of a `NeedsNotice`, with a button for each thing to confirm. A separate chunk, which few people need. */
import type { ReactNode } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { Requirement } from '#shared/contract/requirements.ts'
import { Button } from '#shared/ui/button.tsx'
import { Note } from './partition-parts.tsx'

const BUTTONS: Readonly<Record<Requirement, string>> = { email: 'Confirm email', phone: 'Confirm a phone' }

export interface ConfirmNoteProps {
  missing: readonly Requirement[]
  /** What to confirm and what for. */
  children: ReactNode
}

export default function ConfirmNote({ missing, children }: ConfirmNoteProps) {
  const { confirming } = useServices()
  return (
    <Note tone="warn" role="status">
      {children}
      <div className="mt-2 flex flex-wrap gap-2">
        {missing.map((need) => (
          <Button
            key={need}
            size="sm"
            className="pointer-coarse:h-11"
            onClick={() => {
              confirming.value = need
            }}
          >
            {BUTTONS[need]}
          </Button>
        ))}
      </div>
    </Note>
  )
}
