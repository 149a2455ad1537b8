/**
 * What may stand over or above any page about getting in: the login dialog, what became of an e-mailed link, and the reminder
 * to confirm an e-mail address or to accept the terms. Each is fetched when it is needed.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'

const LoginDialog = lazyPart(() => import('#marketplace/buyer/features/login/login-dialog.tsx'), Nothing)
const LinkLoginNotice = lazyPart(
  () => import('#marketplace/buyer/features/confirm-email/link-login-notice.tsx'),
  LinkUntried,
)
const ConfirmBanner = lazyPart(
  () => import('#marketplace/buyer/features/confirm-email/confirm-banner.tsx'),
  Nothing,
)

const TermsBanner = lazyPart(() => import('./terms-banner.tsx'), Nothing)
const ViewedBanner = lazyPart(() => import('./viewed-banner.tsx'), Nothing)

/** Pages that come with a purpose of their own. */
const QUIET = /^\/(user|reset-password|login|register)(\/|$)/i
const LOGIN_PAGE = /^\/login\/?$/i

/** Above the page. */
export function ConfirmEmailNotice() {
  useSignals()
  const { user } = useServices()
  const [path] = useLocation()
  const state = user.state.value
  if (state.phase === 'user' && state.user.isViewed)
    return (
      <Suspense>
        <ViewedBanner />
      </Suspense>
    )
  if (state.phase !== 'user' || QUIET.test(path)) return null
  const { termsDue, isEmailConfirmed } = state.user
  return (
    <Suspense>
      {termsDue === null ? null : <TermsBanner version={termsDue} />}
      {isEmailConfirmed ? null : <ConfirmBanner />}
    </Suspense>
  )
}

/** Over the page. */
export function EntryOverlays() {
  const { arrival } = useServices()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const taken = arrival.takeLinkToken()
    if (taken !== null) setToken(taken)
  }, [arrival])
  return (
    <Suspense>
      {token === null ? null : <LinkLoginNotice token={token} />}
      <LoginOverlay />
    </Suspense>
  )
}

/** The link could not be tried: who is here is asked as on any page. */
function LinkUntried(_: { token: string }): ReactNode {
  const { user } = useServices()
  useEffect(() => void user.load(), [user])
  return null
}

function LoginOverlay() {
  useSignals()
  const { user, loginPrompt } = useServices()
  const [path] = useLocation()
  const search = useSearch()
  const { phase } = user.state.value
  // The address of now, not of the render: a page may have asked for the dialog since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` says that the address has changed.
  useEffect(() => {
    loginPrompt.follow(LOGIN_PAGE.test(path) ? '' : window.location.search)
  }, [loginPrompt, path, search])
  const isAsked = loginPrompt.isOpen.value
  // Only a session that ended asks somebody who is logged in, and it says why.
  const isNeedless = isAsked && phase === 'user' && !loginPrompt.asked.value.reason
  useEffect(() => {
    if (isNeedless) void loginPrompt.close(true)
  }, [isNeedless, loginPrompt])
  if (!isAsked || isNeedless || phase === 'unknown') return null
  return <LoginDialog />
}
