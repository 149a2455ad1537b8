/**
 * What may lie over any page: the set-up of a buy box, the login dialog, notices. Each is fetched when it is first needed,
 * so that none of it weighs on the first load.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Toasts } from '#marketplace/buyer/ui/toasts.tsx'
import { EntryOverlays } from './entry-notices.tsx'

// Without its code nothing is asked, and nobody is blocked either.
const SetupGate = lazyPart(() => import('#marketplace/buyer/features/setup/setup-gate.tsx'), Nothing)
const ConfirmingStep = lazyPart(() => import('./placed-step.tsx'), Nothing)

export function Overlays() {
  useSignals()
  const { user, confirming } = useServices()
  const state = user.state.value
  return (
    <>
      <EntryOverlays />
      <Toasts />
      {confirming.value === null ? null : (
        <Suspense>
          <ConfirmingStep />
        </Suspense>
      )}
      {state.phase === 'user' ? (
        <Suspense fallback={null}>
          <SetupGate key={state.user.id} />
        </Suspense>
      ) : null}
    </>
  )
}
