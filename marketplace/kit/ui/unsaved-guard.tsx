/** Around the seller app or the console: asks before a page or the tab is left with something typed into a form that is not saved. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { createLeaveGuard, type LeaveGuard } from '#marketplace/kit/leave-guard.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { createUnsaved, type Unsaved } from '#marketplace/kit/unsaved.ts'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'

export function UnsavedGuard({ children }: { children: ReactNode }) {
  const [unsaved] = useState(() => createUnsaved(window))
  return (
    <UnsavedContext value={unsaved}>
      {children}
      <LeaveQuestion unsaved={unsaved} />
    </UnsavedContext>
  )
}

function LeaveQuestion({ unsaved }: { unsaved: Unsaved }) {
  const [guard, setGuard] = useState<LeaveGuard | null>(null)
  useEffect(() => {
    const made = createLeaveGuard({ window, unsaved, navigate, pageName })
    setGuard(made)
    return () => made.dispose()
  }, [unsaved])
  return guard === null ? null : <GuardQuestion guard={guard} />
}

/** Pages stand behind the #. No `popstate`, which would ask again. */
function navigate(to: string): void {
  window.history.pushState(null, '', to)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}
const pageName = ({ pathname, hash }: URL): string => pathname + hash

/** Shown while the guard asks. */
export function GuardQuestion({ guard }: { guard: LeaveGuard }) {
  useSignals()
  return guard.isAsking.value ? <LeaveDialog onLeave={guard.leave} onStay={guard.stay} /> : null
}

export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving"
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      isDanger
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>What you typed on this page is not saved or sent yet.</p>
    </ConfirmDialog>
  )
}
