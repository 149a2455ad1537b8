/** Mounted while somebody is logged in: makes the check, and fetches the dialogs when there is one to show. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { isOpenPage } from './setup-flow.ts'
import { createSetup } from './setup-model.ts'

// Dialogs that cannot be fetched trap nobody: they are looked for again with the next visit.
const SetupDialogs = lazyPart(() => import('./setup-dialogs.tsx'), Nothing)

export default function SetupGate() {
  useSignals()
  const services = useServices()
  const [path] = useLocation()
  const [setup] = useState(() =>
    createSetup({
      ...services,
      user: () => {
        const state = services.user.state.peek()
        return state.phase === 'user' ? state.user : null
      },
      storage: () => window.localStorage,
      checkAsked: services.setup.checkAsked,
      onFinished: () => {
        services.setup.finished.value++
      },
    }),
  )
  useEffect(() => () => setup.dispose(), [setup])

  const { at } = setup.state.value
  const isQuiet = at === 'off' || at === 'checking' || at === 'unanswered' || at === 'settled'
  if (isQuiet || isOpenPage(path)) return null
  return (
    <Suspense fallback={null}>
      <SetupDialogs setup={setup} />
    </Suspense>
  )
}
