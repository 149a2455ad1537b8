/** Confirming an accepted offer at /offer/{id}/confirm, with the way to fill the wallet. */
import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { ConfirmPage, type TopUpProps } from '#marketplace/buyer/features/offers/confirm-page.tsx'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { links } from '#shared/contract/pages.ts'
import { comingBack } from '#shared/rules/return-to.ts'

const TopUpDialog = lazyPart(() =>
  import('#marketplace/buyer/features/wallet/top-up-dialog.tsx').then((file) => ({
    default: file.TopUpDialog,
  })),
)

export default function OfferConfirmScreen({ params }: PageProps) {
  return <ConfirmPage key={params.id} id={Number(params.id)} TopUp={TopUp} />
}

/** A separate page shows the payment's result and leads back here. */
function TopUp({ amountCents, onClose }: TopUpProps) {
  const [here, navigate] = useLocation()
  return (
    <Suspense>
      <TopUpDialog
        amountCents={amountCents}
        onPayment={(id) => navigate(comingBack(links.payment(id), here))}
        onClose={onClose}
      />
    </Suspense>
  )
}
