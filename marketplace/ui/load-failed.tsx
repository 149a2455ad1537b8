/** In the place of what could not be loaded: why, and a way to try again. */
import type { ReactNode } from 'react'
import { Button } from '#shared/ui/button.tsx'

export function LoadFailed({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-2.5 rounded-lg border border-line px-4 py-3.5">
      <p role="alert" className="text-sm text-text-2">
        {children}
      </p>
      <Button size="sm" className="pointer-coarse:h-11" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
