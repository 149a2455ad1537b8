/** The whole page: the login form, or the desk of who is in. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { DemoSeller } from '#demo/desk/demo-sellers.ts'
import type { DeskStore } from '#demo/desk/desk-model.ts'
import type { Place } from '#demo/desk/desk-place.ts'
import type { DeskSession } from '#demo/desk/desk-session.ts'
import { deskTitle } from '#demo/desk/desk-words.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { BlastForm } from './blasts/blast-form.tsx'
import { BlastPage } from './blasts/blast-page.tsx'
import { BlastsPlace } from './blasts/blasts-place.tsx'
import { BuyersPlace } from './buyers/buyers-place.tsx'
import { ChatList } from './chat-list.tsx'
import { CompanyPage } from './company/company-page.tsx'
import { DealList } from './deals/deal-list.tsx'
import { DealPage } from './deals/deal-page.tsx'
import { DeskHeader } from './desk-header.tsx'
import { DeskNav } from './desk-nav.tsx'
import { LoginForm } from './login-form.tsx'
import { Notices } from './notices.tsx'
import { OffersPlace } from './offers/offers-place.tsx'
import { ReviewsPlace } from './reviews/reviews-place.tsx'
import { Thread } from './thread.tsx'

export function Desk({
  session,
  sellers,
}: {
  session: DeskSession
  sellers: Promise<readonly DemoSeller[]>
}) {
  useSignals()
  const state = session.state.value
  if (state.kind === 'in') return <Workplace desk={state.desk} onLogout={session.logout} />
  return (
    <LoginForm
      title="Seller desk"
      isBusy={state.kind === 'busy'}
      trouble={state.kind === 'out' ? state.trouble : null}
      onLogin={session.login}
      sellers={sellers}
    />
  )
}

function Workplace({ desk, onLogout }: { desk: DeskStore; onLogout: () => void }) {
  useSignals()
  const place = desk.place.value
  const isThreadOpen = place.kind === 'messages' && desk.thread.value !== null
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
        <PlaceView desk={desk} place={place} />
      </main>
    </div>
  )
}

const DIGEST = { kind: 'deals_digest' } as const

function PlaceView({ desk, place }: { desk: DeskStore; place: Place }) {
  switch (place.kind) {
    case 'messages':
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
