/** A deal's page, put together: its own part, the address of the requests, open houses, other deals and the messenger. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { StatusBand, takesOffers } from '#marketplace/buyer/features/deal/action-card.tsx'
import { replacementFor } from '#marketplace/buyer/features/deal/canonical.ts'
import type { Deal } from '#marketplace/buyer/features/deal/deal.ts'
import { DealLoading } from '#marketplace/buyer/features/deal/deal-loading.tsx'
import { type Change, createDealModel } from '#marketplace/buyer/features/deal/deal-model.ts'
import { DealNumbers } from '#marketplace/buyer/features/deal/deal-numbers.tsx'
import { DealView } from '#marketplace/buyer/features/deal/deal-view.tsx'
import type { Standing } from '#marketplace/buyer/features/offers/offer-standing.tsx'
import { OpenHousesSection } from '#marketplace/buyer/features/open-houses/open-houses-section.tsx'
import { AddressBlock } from '#marketplace/buyer/features/requests/address-block.tsx'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { usePageName } from '#marketplace/buyer/platform/page-name.ts'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import { useLogin, useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLightPrint } from '#marketplace/buyer/platform/use-light-print.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import { markViewed } from '#marketplace/buyer/platform/viewed-deals.ts'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { PageFailed } from '#marketplace/buyer/ui/page-state.tsx'
import { DealCrumbs } from './deal-crumbs.tsx'
import { OtherDeals } from './other-deals.tsx'

const MessengerPanel = lazyPart(() => import('#marketplace/buyer/features/messenger/messenger-panel.tsx'))
const ShareDialog = lazyPart(() =>
  import('#marketplace/buyer/features/deal/share-dialog.tsx').then((file) => ({ default: file.ShareDialog })),
)
const AskQuestion = lazyPart(() =>
  import('#marketplace/buyer/features/requests/ask-question.tsx').then((file) => ({
    default: file.AskQuestion,
  })),
)
const PlatScreen = lazyPart(() =>
  import('#marketplace/buyer/ui/plat-screen.tsx').then((file) => ({ default: file.PlatScreen })),
)
const OfferDialog = lazyPart(() => import('./offer-dialog.tsx'))
const OfferNotice = lazyPart(() => import('./offer-notice.tsx'), Nothing)
const OfferStanding = lazyPart(() => import('#marketplace/buyer/features/offers/offer-standing.tsx'))
const ReportDialog = lazyPart(() =>
  import('#marketplace/buyer/features/deal/report-dialog.tsx').then((file) => ({
    default: file.ReportDialog,
  })),
)

export default function DealScreen({ params }: PageProps) {
  useSignals()
  const { api } = useServices()
  const previewHash = new URLSearchParams(useSearch()).get('preview_hash')
  const model = useMemo(
    () => createDealModel(api, { id: params.id, previewHash }),
    [api, params.id, previewHash],
  )
  useEffect(() => void model.load(), [model])
  useRefresh(model.refresh)
  useRefreshForPerson(model.refresh)
  const state = model.state.value
  usePageName(state.phase === 'ready' ? pageName(state.deal) : null)

  switch (state.phase) {
    case 'loading':
      return <DealLoading id={Number(params.id)} />
    case 'ready':
      return (
        <Found
          key={state.deal.id}
          deal={state.deal}
          change={model.change.value}
          onStale={() => void model.refresh()}
        />
      )
    case 'missing':
      return (
        <Suspense fallback={<DealLoading id={Number(params.id)} />}>
          <PlatScreen
            title="Property not found"
            lot="missing"
            actions={
              <LinkButton href="/deals" variant="primary">
                Browse deals
              </LinkButton>
            }
          >
            <p>The link is incomplete, or the seller has taken the property down.</p>
          </PlatScreen>
        </Suspense>
      )
    case 'failed':
      return (
        <PageFailed title="This deal could not be loaded" onRetry={() => void model.load()}>
          {failureWords(state.failure)}
        </PageFailed>
      )
  }
}

const pageName = (deal: Deal): string =>
  deal.hasAddress
    ? `${deal.headline}, ${deal.city}, ${deal.stateCode}`
    : `Deal in ${deal.city}, ${deal.stateCode}`

/** For others: an address that was given to this reader alone is not in it. */
const publicName = (deal: Deal): string => pageName({ ...deal, hasAddress: !deal.isStreetHidden })

type Overlay = 'message' | 'ask' | 'offer' | 'share' | 'report' | null

interface FoundProps {
  deal: Deal
  change: Change | null
  /** What the page shows is out of date. */
  onStale: () => void
}

function Found({ deal, change, onStale }: FoundProps) {
  const { clock } = useServices()
  const logIn = useLogin()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [nowMs] = useState(() => clock.now())
  const [[gate, sentOffer], setStanding] = useState<Standing>([null, null])
  const [payments, setPayments] = useState(0)
  const [, navigate] = useLocation()
  const close = () => setOverlay(null)
  useCanonical(deal)
  useLightPrint()
  useWatch(deal.id, onStale)
  useEffect(() => void markViewed(() => window.localStorage, deal.id), [deal.id])
  // A visitor logs in first and is then where they wanted to go.
  const withLogin = async (next: Overlay, onward?: string) => {
    if (await logIn(onward ? { onward } : {})) setOverlay(next)
  }
  return (
    <article className="mx-auto w-full max-w-310 pb-22 print:px-0 print:pb-0 desk:px-8 desk:pb-18">
      <DealCrumbs deal={deal} onShare={() => setOverlay('share')} onReport={() => void withLogin('report')} />
      <DealView
        deal={deal}
        nowMs={nowMs}
        band={<StatusBand deal={deal} changed={change === null ? null : changeWords(change)} />}
        slots={{
          address: deal.isStreetHidden ? (
            <AddressBlock
              propertyId={deal.id}
              accountId={deal.seller.id}
              publicPlace={deal.place}
              address={deal.hasAddress ? `${deal.headline}, ${deal.place}` : null}
              canAsk={deal.listing === 'listed' && deal.status !== 'sold'}
              onGranted={onStale}
            />
          ) : null,
          openHouses: (
            <OpenHousesSection
              propertyId={deal.id}
              openHouses={deal.openHouses}
              place={deal.hasAddress ? `${deal.headline}, ${deal.place}` : deal.place}
              onAddress={onStale}
            />
          ),
          otherDeals: <OtherDeals deal={deal} />,
          notice:
            gate !== null && sentOffer === null && takesOffers(deal) ? (
              <Suspense>
                <OfferNotice gate={gate} onPaid={() => setPayments(payments + 1)} />
              </Suspense>
            ) : null,
          standing: (
            <Suspense>
              <OfferStanding key={payments} propertyId={deal.id} onChange={setStanding} />
            </Suspense>
          ),
        }}
        hasDraft={gate?.offer_state === 'draft'}
        hasOffer={sentOffer !== null}
        onOffer={() =>
          sentOffer === null ? void withLogin('offer', `/deal/${deal.id}/offer`) : navigate(sentOffer)
        }
        onMessage={() => void withLogin('message')}
        onAsk={() => void withLogin('ask')}
      />
      <Suspense>
        {overlay === 'message' ? (
          <MessengerPanel
            accountId={deal.seller.id}
            sellerName={deal.seller.name}
            propertyId={deal.id}
            aside={<DealNumbers deal={deal} />}
            onClose={close}
          />
        ) : null}
        {overlay === 'ask' ? (
          <AskQuestion
            propertyId={deal.id}
            sellerName={deal.seller.name}
            onClose={close}
            onSent={() => setOverlay('message')}
          />
        ) : null}
        {overlay === 'offer' ? (
          <OfferDialog propertyId={deal.id} onClose={close} onMessage={() => setOverlay('message')} />
        ) : null}
        {overlay === 'share' ? (
          <ShareDialog
            url={`${window.location.origin}/property/${deal.id}`}
            title={publicName(deal)}
            onClose={close}
          />
        ) : null}
        {overlay === 'report' ? <ReportDialog propertyId={deal.id} onClose={close} /> : null}
      </Suspense>
    </article>
  )
}

const STATUS_CHANGES = {
  available: 'This deal is available again.',
  pending: 'This deal has just gone pending.',
  sold: 'This deal has just been sold.',
} as const

const changeWords = (change: Change): string =>
  change.kind === 'removed' ? 'The seller has just taken this deal down.' : STATUS_CHANGES[change.status]

/** Somebody who comes back to the tab sees the deal as it is now. */
function useRefresh(refresh: () => Promise<void>) {
  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && void refresh()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('online', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('online', seen)
    }
  }, [refresh])
}

/** Refreshes when another person is logged in, or their identity is verified: notes, figures, the address and papers depend on both. */
function useRefreshForPerson(refresh: () => Promise<void>) {
  useSignals()
  const { user } = useServices()
  const who = keyOf(user.state.value)
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (who === null || known.current === who) return
    const isFirst = known.current === null
    known.current = who
    if (!isFirst) void refresh()
  }, [who, refresh])
}

function keyOf(state: UserState): string | null {
  if (state.phase === 'user') return `${state.user.id} ${state.user.identity.status}`
  return state.phase === 'visitor' ? 'visitor' : null
}

function useWatch(id: number, changed: () => void) {
  const { watchDeal } = useDealServices()
  const latest = useRef(changed)
  latest.current = changed
  useEffect(() => watchDeal(id, () => latest.current()), [watchDeal, id])
}

function useCanonical(deal: Deal) {
  const [path, navigate] = useLocation()
  const to = replacementFor(path, deal)
  useEffect(() => {
    if (to !== null)
      navigate(to + window.location.search + window.location.hash, {
        replace: true,
        state: window.history.state,
      })
  }, [to, navigate])
}
