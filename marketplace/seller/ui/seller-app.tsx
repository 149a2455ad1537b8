/** The whole page: the login form, or the seller app of who is in. */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '#marketplace/kit/connection.ts'
import type { DemoSeller } from '#marketplace/kit/login/demo-logins.ts'
import { LoginScreen } from '#marketplace/kit/login/login-form.tsx'
import { SessionEnded } from '#marketplace/kit/login/session-ended.tsx'
import { ConfirmDialog } from '#marketplace/kit/two-step/confirm-gate.tsx'
import type { SecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import { EnrollPage } from '#marketplace/kit/two-step/step-pages.tsx'
import { AwayStrip } from '#marketplace/kit/ui/away-strip.tsx'
import { ConnectionContext } from '#marketplace/kit/ui/load-failed.tsx'
import { Toasts } from '#marketplace/kit/ui/toasts.tsx'
import { TitleContext, ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { useAskBeforeClose, useUnsaved } from '#marketplace/kit/use-unsaved.ts'
import { useViewFocus } from '#marketplace/kit/view-focus.ts'
import { INBOX_WORDS } from '#marketplace/seller/inbox/inbox-labels.ts'
import { sellerTitle } from '#marketplace/seller/seller-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SellerSession } from '#marketplace/seller/seller-session.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { SellerFrame } from './app-frame.tsx'
import { partOf } from './app-nav.tsx'
import { BlastForm } from './blasts/blast-form.tsx'
import { BlastPage } from './blasts/blast-page.tsx'
import { BlastsPlace } from './blasts/blasts-place.tsx'
import { BuyersPlace } from './buyers/buyers-place.tsx'
import { ChatList } from './chat-list.tsx'
import { ClosingStrip } from './company/closing-strip.tsx'
import { CompanyPage } from './company/company-page.tsx'
import { DealList } from './deals/deal-list.tsx'
import { DealPage } from './deals/deal-page.tsx'
import { JoinScreen } from './join/join-screen.tsx'
import { StartPlace } from './join/start-place.tsx'
import { LoginPage } from './login-page.tsx'
import { OffersPlace } from './offers/offers-place.tsx'
import { StagePlace } from './offers/stage-place.tsx'
import { RequestsPlace } from './requests-place.tsx'
import { ReviewsPlace } from './reviews/reviews-place.tsx'
import { TermsStrip } from './terms-strip.tsx'
import { Thread } from './thread.tsx'
import { TodayPlace } from './today/today-place.tsx'

interface SellerProps {
  session: SellerSession
  /** At `/seller/join`; the token is that of a mailed link. */
  join: { token: string | null } | null
  sellers: Promise<readonly DemoSeller[]>
}

const titleOf = (view: string) => sellerTitle(view, '', 0)

const Toaster = lazy(() => import('#marketplace/kit/ui/toaster.tsx').catch(() => ({ default: () => <></> })))

export const SellerApp = (props: SellerProps) => (
  <TitleContext value={titleOf}>
    <Screen {...props} />
  </TitleContext>
)

function Screen({ session: { login, store }, join, sellers }: SellerProps) {
  useSignals()
  const hasEntered = useRef(false)
  const [joining, setJoining] = useState(join)
  const state = login.state.value
  const shown = store.value
  if (state.kind === 'asking')
    return (
      <p role="status" className="sr-only">
        Loading
      </p>
    )
  if (state.kind === 'in' && state.person.needs_two_step) return <EnrollPage login={login} />
  if (joining !== null && (shown === null || joining.token !== null))
    return <JoinScreen login={login} token={joining.token} onDone={() => setJoining(null)} />
  if (state.kind === 'out' || shown === null) {
    hasEntered.current = true
    return <LoginScreen title="Seller app" login={login} demo={sellers} hasTerms />
  }
  return (
    <>
      <Workplace
        store={shown}
        hasEntered={hasEntered.current}
        connection={login.connection}
        security={login.security}
        onLogout={() => void login.logout()}
        onLeft={login.left}
      />
      <ConfirmDialog gate={login.gate} />
      {state.hasEnded ? <SessionEnded login={login} email={state.person.email} /> : null}
    </>
  )
}

interface WorkplaceProps {
  store: SellerStore
  /** The login was shown before. */
  hasEntered: boolean
  connection: Connection
  security: SecurityModel
  onLogout: () => void
  /** The server has ended this device's session. */
  onLeft: () => void
}

function Workplace({ store, hasEntered, connection, security, onLogout, onLeft }: WorkplaceProps) {
  useSignals()
  const place = store.place.value
  const isThreadOpen =
    (place.kind === 'messages' || place.kind === 'conversation') && store.thread.value !== null
  const unread = store.chats.value.reduce((sum, chat) => sum + chat.account_unread_count, 0)
  // The guide covers the whole page, without the rail.
  const isGuide = place.kind === 'start' && store.may('settings')
  const titleOf = useTitle(store, place, unread)
  // A conversation that is opened from the list keeps the address.
  useViewFocus(
    `${place.kind === 'messages' ? '' : hashOf(place)} ${isThreadOpen ? store.thread.value?.customerId : ''}`,
    hasEntered,
  )
  useAskBeforeClose(store.isUnsent.value)
  const page = (
    <main className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <AwayStrip connection={connection} />
      <TermsStrip store={store} />
      <ClosingStrip store={store} />
      <Notices store={store} />
      <PlaceView store={store} place={place} security={security} onLeft={onLeft} />
    </main>
  )
  return (
    <TitleContext value={titleOf}>
      <ConnectionContext value={connection}>
        <div
          className={classNames(
            'flex h-dvh flex-col duo:flex-row',
            isThreadOpen && 'max-duo:pb-[env(safe-area-inset-bottom)]',
          )}
        >
          {isGuide ? (
            page
          ) : (
            <SellerFrame store={store} unread={unread} isThreadOpen={isThreadOpen} onLogout={onLogout}>
              {page}
            </SellerFrame>
          )}
          <Toasts toaster={Toaster} />
        </div>
      </ConnectionContext>
    </TitleContext>
  )
}

const DIGEST = { kind: 'deals_digest' } as const

interface PlaceViewProps extends Omit<WorkplaceProps, 'onLogout' | 'connection' | 'hasEntered'> {
  place: SellerPlace
}

function PlaceView({ store, place, security, onLeft }: PlaceViewProps) {
  switch (place.kind) {
    case 'today':
      return <TodayPlace store={store} />
    case 'requests':
      return <RequestsPlace key={place.dealId} store={store} dealId={place.dealId} />
    case 'messages':
    case 'conversation':
      return <Messages store={store} />
    case 'deals':
      return <DealList store={store} />
    case 'deal':
      return <DealPage key={place.id} store={store} dealId={place.id} />
    case 'offers':
      return <OffersPlace store={store} propertyId={place.propertyId} />
    case 'offers-in':
      return <StagePlace key={place.state} store={store} stage={place.state} />
    case 'buyers':
      return <BuyersPlace key={place.dealId} store={store} dealId={place.dealId} />
    case 'blasts':
      return <BlastsPlace store={store} />
    case 'new-blast':
      return store.may('outreach') ? (
        <BlastForm key={place.propertyId} store={store} first={{ propertyId: place.propertyId }} />
      ) : (
        <BlastsPlace store={store} />
      )
    case 'new-digest':
      return store.may('outreach') ? (
        <BlastForm key="digest" store={store} first={DIGEST} />
      ) : (
        <BlastsPlace store={store} />
      )
    case 'blast':
      return <BlastPage key={place.id} store={store} id={place.id} />
    case 'reviews':
      return <ReviewsPlace store={store} />
    case 'start':
      return store.may('settings') ? (
        <StartPlace store={store} step={place.step} />
      ) : (
        <CompanyPage store={store} />
      )
    case 'company':
      return <CompanyPage store={store} />
    case 'login':
      return <LoginPage store={store} security={security} onLeft={onLeft} />
  }
}

const INBOX_HEAD = 'px-3 pt-4 pb-1 font-semibold text-md duo:sr-only'

function Messages({ store }: { store: SellerStore }) {
  useSignals()
  useUnsaved(store.cards.isTyped)
  const isThreadOpen = store.thread.value !== null
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] duo:grid-cols-[clamp(17rem,28vw,20.25rem)_minmax(0,1fr)]">
      <section
        aria-label="Buyers"
        className={classNames(
          'min-h-0 overflow-y-auto border-line duo:block duo:border-e',
          isThreadOpen && 'hidden',
        )}
      >
        {isThreadOpen ? null : <ViewHeading name={INBOX_WORDS.title} className={INBOX_HEAD} />}
        <ChatList store={store} />
      </section>
      <section
        aria-label="Conversation"
        data-thread
        className={classNames('min-h-0 duo:flex duo:flex-col', isThreadOpen ? 'flex flex-col' : 'hidden')}
      >
        <Thread store={store} />
      </section>
    </div>
  )
}

/** Says in the tab what is unread over all buyers, as the marketplace does for its side, and the part until its view has a heading. */
function useTitle(store: SellerStore, place: SellerPlace, unread: number) {
  const { title } = store.member.account
  const titleOf = useCallback((view: string) => sellerTitle(view, title, unread), [title, unread])
  useLayoutEffect(() => {
    document.title = titleOf(partOf(place))
  }, [titleOf, place])
  return titleOf
}

/** What failed. */
function Notices({ store }: { store: SellerStore }) {
  useSignals()
  const errorMessage = store.errorMessage.value
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-danger-line border-b bg-danger-soft px-4 py-1.5 text-danger-text text-sm empty:sr-only"
    >
      {errorMessage ? (
        <>
          <span className="me-auto">{errorMessage.text}</span>
          <Button size="sm" onClick={errorMessage.retry}>
            Try again
          </Button>
          <Button size="sm" variant="ghost" onClick={store.dismiss}>
            Dismiss
          </Button>
        </>
      ) : null}
    </div>
  )
}
