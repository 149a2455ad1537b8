/** In the place of data that could not be loaded: a heading where the page has no other, what is missing, and another try. */
import { Button } from '#shared/ui/button.tsx'

interface NotLoadedProps {
  title?: string
  children: string
  onRetry: () => void
}

export const NotLoaded = ({ title, children, onRetry }: NotLoadedProps) => (
  <div className="grid justify-items-start gap-3">
    {title ? <h2 className="font-semibold text-lg">{title}</h2> : null}
    <p role="alert">{children}</p>
    <Button onClick={onRetry}>Try again</Button>
  </div>
)
