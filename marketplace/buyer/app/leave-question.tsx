/** Asks before unsaved changes are left behind, on every page. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { createLeaveGuard, type LeaveGuard } from '#marketplace/kit/leave-guard.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'

export function LeaveQuestion() {
  const { unsaved } = useServices()
  const [, navigate] = useLocation()
  const [guard, setGuard] = useState<LeaveGuard | null>(null)
  useEffect(() => {
    const made = createLeaveGuard({ window, unsaved, navigate })
    setGuard(made)
    return () => made.dispose()
  }, [unsaved, navigate])
  return guard === null ? null : <Question guard={guard} />
}

function Question({ guard }: { guard: LeaveGuard }) {
  useSignals()
  if (!guard.isAsking.value) return null
  return (
    <ConfirmDialog
      title="Leave without saving"
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      isDanger
      onConfirm={guard.leave}
      onCancel={guard.stay}
    >
      <p>What you changed on this page is not saved yet.</p>
    </ConfirmDialog>
  )
}
