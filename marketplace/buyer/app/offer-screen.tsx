/** Making an offer on a page of its own, at /deal/{id}/offer. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { MakeOfferPage } from '#marketplace/buyer/features/offers/make-offer-page.tsx'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { NotFoundPage } from './lazy-error-pages.tsx'
import { PlacedStep } from './placed-step.tsx'

const MessengerPanel = lazyPart(() => import('#marketplace/buyer/features/messenger/messenger-panel.tsx'))

export default function OfferScreen({ params }: PageProps) {
  useSignals()
  const { user } = useServices()
  const [path, navigate] = useLocation()
  const [seller, setSeller] = useState<{ id: number; name: string } | null>(null)
  const state = user.state.value
  const id = /^[1-9]\d{0,15}$/.test(params.id ?? '') ? Number(params.id) : null
  if (id === null) return <NotFoundPage path={path} />
  // The guard has let somebody in; during a log out nobody is there for a moment.
  if (state.phase !== 'user') return null
  return (
    <>
      <MakeOfferPage
        key={`${id} ${state.user.id}`}
        propertyId={id}
        customerId={state.user.id}
        Step={PlacedStep}
        onClose={() => navigate(`/deal/${id}`)}
        onMessage={setSeller}
      />
      <Suspense>
        {seller === null ? null : (
          <MessengerPanel accountId={seller.id} sellerName={seller.name} onClose={() => setSeller(null)} />
        )}
      </Suspense>
    </>
  )
}
