/** The page of a seller: its company, put together with its deals, the messenger at the side and what passes the page on. */
import { useSignals } from '@preact/signals-react/runtime'
import { Code, MessageSquare, Share2, UserCheck, UserPlus } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { companyName } from '#marketplace/buyer/features/company/company-labels.ts'
import { type CompanyModel, createCompanyModel } from '#marketplace/buyer/features/company/company-model.ts'
import { CompanyReviews } from '#marketplace/buyer/features/company/company-reviews.tsx'
import { CompanyView } from '#marketplace/buyer/features/company/company-view.tsx'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { usePageName } from '#marketplace/buyer/platform/page-name.ts'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import { useLogin, useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { PlatScreen } from '#marketplace/buyer/ui/plat-screen.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { CompanyWire } from '#shared/contract/reviews.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { CompanyDeals } from './company-deals.tsx'

const MessengerPanel = lazyPart(() => import('#marketplace/buyer/features/messenger/messenger-panel.tsx'))
const ShareDialog = lazyPart(() =>
  import('#marketplace/buyer/features/deal/share-dialog.tsx').then((file) => ({ default: file.ShareDialog })),
)
const LinkCode = lazyPart(() =>
  import('#marketplace/buyer/features/company/link-code.tsx').then((file) => ({ default: file.LinkCode })),
)
const ReportReview = lazyPart(() =>
  import('#marketplace/buyer/ui/reviews/report-review.tsx').then((file) => ({ default: file.ReportReview })),
)

export default function CompanyScreen({ params }: PageProps) {
  useSignals()
  const { api, user } = useServices()
  const model = useMemo(() => createCompanyModel(api, params.account_id), [api, params.account_id])
  const who = user.state.value.phase === 'user' ? user.state.value.user.id : null
  // Whether one follows is known only of somebody.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when somebody logs in or out
  useEffect(() => void model.load(), [model, who])
  const state = model.state.value
  usePageName(state.phase === 'ready' ? companyName(state.company) : null)

  switch (state.phase) {
    case 'loading':
      return <PagePending label="Loading the company" />
    case 'ready':
      return <Found key={state.company.id} company={state.company} model={model} />
    case 'missing':
      return (
        <PlatScreen
          title="Company not found"
          lot="missing"
          actions={
            <LinkButton href="/deals" variant="primary">
              Browse deals
            </LinkButton>
          }
        >
          <p>The link is incomplete, or this seller is no longer here.</p>
        </PlatScreen>
      )
    case 'failed':
      return (
        <PageFailed title="This company could not be loaded" onRetry={() => void model.load()}>
          {failureWords(state.failure)}
        </PageFailed>
      )
  }
}

type Overlay = { kind: 'message' | 'share' | 'link' } | { kind: 'report'; reviewId: number } | null

function Found({ company, model }: { company: CompanyWire; model: CompanyModel }) {
  useSignals()
  const { user, referral } = useServices()
  const logIn = useLogin()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const isVisitor = user.state.value.phase === 'visitor'
  useEffect(() => {
    if (isVisitor) referral.looksAt(company.id)
  }, [isVisitor, referral, company.id])
  /** A visitor logs in first and is then where they wanted to go. */
  const withLogin = async (next: () => unknown) => {
    if (await logIn()) await next()
  }
  const follow = async (isFollowed: boolean) => {
    if (!(await model.follow(isFollowed))) toast('This did not work. Try again.')
  }
  return (
    <>
      <CompanyView
        company={company}
        actions={
          <Actions
            company={company}
            onMessage={() => void withLogin(() => setOverlay({ kind: 'message' }))}
            onFollow={() => void withLogin(() => follow(!company.is_followed))}
            onShare={() => setOverlay({ kind: 'share' })}
          />
        }
        deals={
          <Suspense fallback={<Skeleton className="mt-8 h-72" />}>
            <CompanyDeals company={company} />
          </Suspense>
        }
        reviews={
          <div className="pt-8">
            <CompanyReviews
              company={company}
              model={model}
              onReport={({ id }) => void withLogin(() => setOverlay({ kind: 'report', reviewId: id }))}
            />
          </div>
        }
        ownSite={
          <p className="mt-8 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-5 text-sm text-text-2">
            Is this your company?
            <Button size="sm" className="pointer-coarse:h-11" onClick={() => setOverlay({ kind: 'link' })}>
              <Code size={14} strokeWidth={1.75} aria-hidden="true" />
              Link from your site
            </Button>
          </p>
        }
      />
      <Overlays company={company} overlay={overlay} onClose={() => setOverlay(null)} />
    </>
  )
}

interface ActionsProps {
  company: CompanyWire
  onMessage: () => void
  onFollow: () => void
  onShare: () => void
}

function Actions({ company, onMessage, onFollow, onShare }: ActionsProps) {
  const FollowIcon = company.is_followed ? UserCheck : UserPlus
  return (
    <>
      <Button variant="primary" className="pointer-coarse:h-11" onClick={onMessage}>
        <MessageSquare size={15} strokeWidth={1.75} aria-hidden="true" />
        Message
      </Button>
      <Button className="pointer-coarse:h-11" aria-pressed={company.is_followed} onClick={onFollow}>
        <FollowIcon size={15} strokeWidth={1.75} aria-hidden="true" />
        {company.is_followed ? 'Following' : 'Follow'}
      </Button>
      <Button className="pointer-coarse:h-11" onClick={onShare}>
        <Share2 size={15} strokeWidth={1.75} aria-hidden="true" />
        Share
      </Button>
    </>
  )
}

interface OverlaysProps {
  company: CompanyWire
  overlay: Overlay
  onClose: () => void
}

function Overlays({ company, overlay, onClose }: OverlaysProps) {
  const [name, { origin }] = [companyName(company), window.location]
  return (
    <Suspense>
      {overlay?.kind === 'message' ? (
        <MessengerPanel accountId={company.id} sellerName={name} onClose={onClose} />
      ) : null}
      {overlay?.kind === 'share' ? (
        <ShareDialog
          heading="Share this company"
          url={`${origin}/company/${company.id}`}
          title={name}
          onClose={onClose}
        />
      ) : null}
      {overlay?.kind === 'link' ? (
        <LinkCode accountId={company.id} name={name} origin={origin} onClose={onClose} />
      ) : null}
      {overlay?.kind === 'report' ? <ReportReview reviewId={overlay.reviewId} onClose={onClose} /> : null}
    </Suspense>
  )
}
