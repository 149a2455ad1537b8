/** Shown instead of what could not be loaded: the reason and a button to try again. While the server is away: that it appears later. */
import { useSignals } from '@preact/signals-react/runtime'
import { createContext, use } from 'react'
import { BRAND } from '#marketplace/kit/brand.ts'
import type { Connection } from '#marketplace/kit/connection.ts'
import { useWhenBack } from '#marketplace/kit/use-when-back.ts'
import { Button } from '#shared/ui/button.tsx'
import { Alert } from './alert.tsx'

/** Where a strip says that the server is away. */
export const ConnectionContext = createContext<Pick<Connection, 'isOnline' | 'onBack'> | null>(null)

interface LoadFailedProps {
  children: string
  /** What to say while the server is away. */
  awaited?: string | undefined
  onRetry: () => void
}

export const AWAITED = `This appears when ${BRAND} can be reached again.`

/** Retries when the server is back, too. */
export function LoadFailed({ children, awaited = AWAITED, onRetry }: LoadFailedProps) {
  useSignals()
  const connection = use(ConnectionContext)
  useWhenBack(onRetry, connection)
  if (connection?.isOnline.value === false)
    return (
      <p role="status" className="text-sm text-text-2">
        {awaited}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Alert className="text-danger-text text-sm">{children}</Alert>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
