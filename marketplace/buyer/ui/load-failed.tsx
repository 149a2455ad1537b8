/** Shown instead of content that could not be loaded: the reason and a button to try again. It also retries when the server is back. */

import type { ReactNode } from 'react'
import { useWhenBack } from '#marketplace/buyer/platform/services-context.tsx'
import { Button } from '#shared/ui/button.tsx'
import { FailureReason } from './failure-reason.tsx'

export function LoadFailed({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  useWhenBack(onRetry)
  return (
    <div className="grid justify-items-start gap-2.5 rounded-lg border border-line px-4 py-3.5">
      <FailureReason className="text-sm text-text-2">{children}</FailureReason>
      <Button size="sm" className="pointer-coarse:h-11" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
