/** The two error pages (spec section 2, Error page). */
import { useEffect } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { LinkButton } from '#marketplace/ui/link.tsx'
import { PlatScreen } from '#marketplace/ui/plat-screen.tsx'
import { Button } from '#shared/ui/button.tsx'

export function NotFoundPage({ path }: { path: string }) {
  const title = 'Page Not Found'
  useTitle(title)
  return (
    <PlatScreen
      title={title}
      lot="missing"
      actions={
        <>
          <LinkButton href="/" variant="primary">
            Go to home
          </LinkButton>
          <LinkButton href="/messenger">Open messages</LinkButton>
        </>
      }
    >
      <p>
        Page not found: <span className="wrap-anywhere font-label text-text">{path}</span>
      </p>
    </PlatScreen>
  )
}

/** Any other failure. Never says more of it than a reference. */
export function ServerErrorPage({ reference, onRetry }: { reference: string; onRetry: () => void }) {
  const title = 'Internal Server Error'
  useTitle(title)
  return (
    <PlatScreen
      title={title}
      lot="missing"
      actions={
        <>
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
          <LinkButton href="/">Go to home</LinkButton>
        </>
      }
    >
      <p role="alert">Something failed on our side. Try again in a moment.</p>
      <p className="mt-1 text-sm text-text-3">
        Reference: <span className="wrap-anywhere font-label">{reference}</span>
      </p>
    </PlatScreen>
  )
}

function useTitle(title: string) {
  const services = useServices()
  useEffect(() => services.title.set(title), [services, title])
}
