/**
 * What may lie over any page: the set-up of a buy box, the login dialog, notices. Each is fetched when it is first needed,
 * so that none of it weighs on the first load.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { Toasts } from '#marketplace/ui/toasts.tsx'
import { EntryOverlays } from './entry-notices.tsx'

// Without its code nobody is set up, and nobody is stopped either.
const SetupGate = lazy(() =>
  import('#marketplace/features/setup/setup-gate.tsx').catch(() => ({ default: () => null })),
)

export function Overlays() {
  useSignals()
  const state = useServices().user.state.value
  return (
    <>
      <EntryOverlays />
      <Toasts />
      {state.phase === 'user' ? (
        <Suspense fallback={null}>
          <SetupGate key={state.user.id} />
        </Suspense>
      ) : null}
    </>
  )
}
