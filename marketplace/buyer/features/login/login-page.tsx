/** Log in as a page of its own. Whoever is logged in goes on to where they wanted to be. */

import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { createEntrance } from '#marketplace/buyer/platform/entrance.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EntryPage, EntryTitle } from '#marketplace/buyer/ui/entry-page.tsx'
import { PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { registerAddress, safeReturnTo } from '#shared/rules/return-to.ts'
import { LoginPanel } from './login-panel.tsx'
import { takeReturnTo } from './social-return.ts'

export default function LoginPage() {
  useSignals()
  const { user } = useServices()
  const search = useSearch()
  const social = useSocialReturn()
  const phase = user.state.value.phase
  if (phase === 'unknown' || social === 'checking') return <PagePending />
  const wanted = safeReturnTo(new URLSearchParams(search).get('return_to'), window.location.origin)
  if (phase === 'user') return <Redirect to={wanted} replace />
  return (
    <EntryPage>
      <div className="grid gap-4 py-8">
        {social === 'refused' ? (
          <Alert className="rounded-md bg-warn-soft px-3 py-2.5 text-sm text-text">
            That login did not work. Try again, or choose another way in.
          </Alert>
        ) : null}
        <LoginPanel
          start="password"
          title={(text) => <EntryTitle>{text}</EntryTitle>}
          registerHref={registerAddress(wanted)}
        />
      </div>
    </EntryPage>
  )
}

/** Finishes a login that a network's page sent back, once. */
function useSocialReturn(): 'none' | 'checking' | 'refused' {
  const services = useServices()
  const [, navigate] = useLocation()
  const [state, setState] = useState<'none' | 'checking' | 'refused'>(() => {
    const { social } = services.arrival
    if (social === null) return 'none'
    return social.kind === 'token' ? 'checking' : 'refused'
  })
  useEffect(() => {
    const social = services.arrival.takeSocial()
    if (social === null) return
    navigate(takeReturnTo(window), { replace: true })
    if (social.kind !== 'token') return
    const { network, token } = social
    void createEntrance(services)
      .bySocial(network, token)
      .then((entered) => setState(entered.kind === 'welcome' ? 'none' : 'refused'))
  }, [services, navigate])
  return state
}
