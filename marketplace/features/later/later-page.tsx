/** Stands, under its own name, for a page of the route table that is not built yet, and says so. */
import { useSignals } from '@preact/signals-react/runtime'
import type { PageProps } from '#marketplace/platform/route.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { LinkButton } from '#marketplace/ui/link.tsx'
import { LogOutButton } from '#marketplace/ui/log-out-button.tsx'
import { PlatScreen } from '#marketplace/ui/plat-screen.tsx'

export default function LaterPage({ route }: PageProps) {
  useSignals()
  const { user } = useServices()
  const state = user.state.value
  return (
    <PlatScreen
      title={route.title}
      lot="found"
      actions={
        <>
          {state.phase === 'user' ? (
            <LinkButton href="/messenger" variant="primary">
              Open messages
            </LinkButton>
          ) : null}
          <LinkButton href="/" variant={state.phase === 'user' ? 'secondary' : 'primary'}>
            Go to home
          </LinkButton>
          {route.path === '/profile' ? <LogOutButton /> : null}
        </>
      }
    >
      <p>This page opens with a later release.</p>
      {route.path === '/profile' && state.phase === 'user' ? (
        <p className="mt-1">
          You are logged in as <span className="wrap-anywhere font-label text-text">{state.user.email}</span>.
        </p>
      ) : null}
    </PlatScreen>
  )
}
