/** The whole page: the login form, or the desk of who is in. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { DemoSeller } from '#marketplace/kit/login/demo-logins.ts'
import { LoginScreen } from '#marketplace/kit/login/login-form.tsx'
import { SessionEnded } from '#marketplace/kit/login/session-ended.tsx'
import { ConfirmDialog } from '#marketplace/kit/two-step/confirm-gate.tsx'
import type { SecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import { EnrollPage } from '#marketplace/kit/two-step/step-pages.tsx'
import { deskTitle } from '#marketplace/seller/seller-labels.ts'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import type { DeskSession } from '#marketplace/seller/seller-session.ts'
import type { DeskPlace } from '#shared/contract/desk-places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { DeskHeader } from './app-header.tsx'
import { DeskNav } from './app-nav.tsx'
import { BlastForm } from './blasts/blast-form.tsx'
import { BlastPage } from './blasts/blast-page.tsx'
import { BlastsPlace } from './blasts/blasts-place.tsx'
import { BuyersPlace } from './buyers/buyers-place.tsx'
import { ChatList } from './chat-list.tsx'
import { CompanyPage } from './company/company-page.tsx'
import { DealList } from './deals/deal-list.tsx'
import { DealPage } from './deals/deal-page.tsx'
import { LoginPage } from './login-page.tsx'
import { Notices } from './notices.tsx'
import { OffersPlace } from './offers/offers-place.tsx'
import { ReviewsPlace } from './reviews/reviews-place.tsx'
import { Thread } from './thread.tsx'

interface DeskProps {
  session: DeskSession
  sellers: Promise<readonly DemoSeller[]>
}

export function Desk({ session: { login, desk }, sellers }: DeskProps) {
  useSignals()
  const state = login.state.value
  const shown = desk.value
  if (state.kind === 'asking')
    return (
      <p role="status" className="sr-only">
        Loading
      </p>
    )
  if (state.kind === 'in' && state.person.needs_two_step) return <EnrollPage login={login} />
  if (state.kind === 'out' || shown === null)
    return <LoginScreen title="Seller desk" login={login} demo={sellers} />
  return (
    <>
      <Workplace
        desk={shown}
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
  desk: DeskStore
  security: SecurityModel
  onLogout: () => void
  /** The server has ended this device's session. */
  onLeft: () => void
}

function Workplace({ desk, security, onLogout, onLeft }: WorkplaceProps) {
  useSignals()
  const place = desk.place.value
  const isThreadOpen =
    (place.kind === 'messages' || place.kind === 'conversation') && desk.thread.value !== null
  useTitle(desk)
  return (
    <div className="flex h-dvh flex-col">
      <div className={classNames(isThreadOpen && 'hidden duo:block')}>
        <DeskHeader desk={desk} onLogout={onLogout} />
        <DeskNav desk={desk} />
      </div>
      <main className="relative flex min-h-0 flex-1 flex-col">
        {/* The visible header gives way to an open thread on phones; the page keeps its heading. */}
        <h1 className="sr-only">Seller desk of {desk.member.account.title}</h1>
        <Notices desk={desk} />
        <PlaceView desk={desk} place={place} security={security} onLeft={onLeft} />
      </main>
    </div>
  )
}

const DIGEST = { kind: 'deals_digest' } as const

interface PlaceViewProps extends Omit<WorkplaceProps, 'onLogout'> {
  place: DeskPlace
}

function PlaceView({ desk, place, security, onLeft }: PlaceViewProps) {
  switch (place.kind) {
    case 'messages':
    case 'conversation':
      return <Messages desk={desk} />
    case 'deals':
      return <DealList desk={desk} />
    case 'deal':
      return <DealPage key={place.id} desk={desk} dealId={place.id} />
    case 'offers':
      return <OffersPlace desk={desk} propertyId={place.propertyId} />
    case 'buyers':
      return <BuyersPlace key={place.dealId} desk={desk} dealId={place.dealId} />
    case 'blasts':
      return <BlastsPlace desk={desk} />
    case 'new-blast':
      return <BlastForm key={place.propertyId} desk={desk} first={{ propertyId: place.propertyId }} />
    case 'new-digest':
      return <BlastForm key="digest" desk={desk} first={DIGEST} />
    case 'blast':
      return <BlastPage key={place.id} desk={desk} id={place.id} />
    case 'reviews':
      return <ReviewsPlace desk={desk} />
    case 'company':
      return <CompanyPage desk={desk} />
    case 'login':
      return <LoginPage desk={desk} security={security} onLeft={onLeft} />
  }
}

function Messages({ desk }: { desk: DeskStore }) {
  useSignals()
  const isThreadOpen = desk.thread.value !== null
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] duo:grid-cols-[340px_minmax(0,1fr)]">
      <section
        aria-label="Buyers"
        className={classNames(
          'min-h-0 overflow-y-auto border-line duo:block duo:border-e',
          isThreadOpen && 'hidden',
        )}
      >
        <ChatList desk={desk} />
      </section>
      <section
        aria-label="Conversation"
        className={classNames('min-h-0 duo:flex duo:flex-col', isThreadOpen ? 'flex flex-col' : 'hidden')}
      >
        <Thread desk={desk} />
      </section>
    </div>
  )
}

/** Says in the tab what is unread over all buyers, as the marketplace does for its side. */
function useTitle(desk: DeskStore) {
  useSignals()
  const unread = desk.chats.value.reduce((sum, chat) => sum + chat.account_unread_count, 0)
  const { title } = desk.member.account
  useEffect(() => {
    document.title = deskTitle(title, unread)
    return () => {
      document.title = deskTitle(null, 0)
    }
  }, [title, unread])
}
