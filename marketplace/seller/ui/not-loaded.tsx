/** Replaces data that could not be loaded: a heading if the page has no other, the reason, and a button to try again if that can help. */

import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'

interface NotLoadedProps {
  title?: string
  children: string
  /** Left out for what does not exist. */
  onRetry?: () => void
}

export const NotLoaded = ({ title, children, onRetry }: NotLoadedProps) => (
  <div className="grid justify-items-start gap-3">
    {title ? <ViewHeading name={title} /> : null}
    {onRetry ? <LoadFailed onRetry={onRetry}>{children}</LoadFailed> : <Alert>{children}</Alert>}
  </div>
)
