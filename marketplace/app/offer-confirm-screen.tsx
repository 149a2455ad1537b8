/** Confirming an accepted offer at /offer/{id}/confirm, with the way to fill the wallet. */
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { ConfirmPage, type TopUpProps } from '#marketplace/features/offers/confirm-page.tsx'
import type { PageProps } from '#marketplace/platform/route.ts'

const TopUpDialog = lazy(() =>
  import('#marketplace/features/wallet/top-up-dialog.tsx').then((file) => ({ default: file.TopUpDialog })),
)

export default function OfferConfirmScreen({ params }: PageProps) {
  return <ConfirmPage key={params.id} id={Number(params.id)} TopUp={TopUp} />
}

/** What becomes of the payment is shown on a page of its own, from which Back leads here. */
function TopUp({ amountCents, onClose }: TopUpProps) {
  const [, navigate] = useLocation()
  return (
    <Suspense>
      <TopUpDialog
        amountCents={amountCents}
        onPayment={(id) => navigate(`/profile/wallet?payment=${id}`)}
        onClose={onClose}
      />
    </Suspense>
  )
}
