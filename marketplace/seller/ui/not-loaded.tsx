/** Replaces data that could not be loaded: a heading if the page has no other, the reason, and a button to try again if that can help. */
import { Button } from '#shared/ui/button.tsx'

interface NotLoadedProps {
  title?: string
  children: string
  /** Left out for what does not exist. */
  onRetry?: () => void
}

export const NotLoaded = ({ title, children, onRetry }: NotLoadedProps) => (
  <div className="grid justify-items-start gap-3">
    {title ? <h2 className="font-semibold text-lg">{title}</h2> : null}
    <p role="alert">{children}</p>
    {onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
  </div>
)
