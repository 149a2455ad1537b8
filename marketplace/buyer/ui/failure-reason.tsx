/** Why something could not be loaded. While the server is away a strip says that, and this says when it is loaded. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { AWAITED } from '#marketplace/kit/ui/load-failed.tsx'

interface ReasonProps {
  children: ReactNode
  /** What to say while the server is away. */
  awaited?: ReactNode
  className: string
}

export function FailureReason({ children, awaited = AWAITED, className }: ReasonProps) {
  useSignals()
  const { connection } = useServices()
  return <Alert className={className}>{connection.isOnline.value ? children : awaited}</Alert>
}
