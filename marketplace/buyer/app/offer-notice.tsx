/** Above a deal's actions: what its reader lacks for an offer, and the way to it. Nothing when nothing is missing. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import type { GateStep, OfferGateWire } from '#shared/contract/offers.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'

const DepositDialog = lazyPart(() =>
  import('#marketplace/buyer/features/wallet/deposit-dialog.tsx').then((file) => ({
    default: file.DepositDialog,
  })),
)

export interface OfferNoticeProps {
  gate: OfferGateWire
  /** A deposit is held now. */
  onPaid: () => void
}

export default function OfferNotice({ gate, onPaid }: OfferNoticeProps) {
  const [isPaying, setIsPaying] = useState(false)
  return (
    <>
      <Missing gate={gate} onPay={() => setIsPaying(true)} />
      {/* Stays when the gate hears of the payment first: its last step is for the reader to close. */}
      <Suspense>
        {isPaying ? (
          <DepositDialog
            onDone={() => {
              setIsPaying(false)
              onPaid()
            }}
            onClose={() => setIsPaying(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}

function Missing({ gate, onPay }: { gate: OfferGateWire; onPay: () => void }) {
  useSignals()
  const { configs } = useServices()
  const isMissing = (wanted: GateStep) => gate.steps.some(({ step, is_met: met }) => step === wanted && !met)
  if (isMissing('deposit')) {
    const cents = configs.value.value?.deposit_amount_cents
    return (
      <div className="mt-3 grid gap-2">
        <Note>
          Sending an offer needs a refundable deposit{cents == null ? '' : ` of ${formatCents(cents)}`}. You
          can write the offer first.
        </Note>
        <Button onClick={onPay}>Pay deposit</Button>
      </div>
    )
  }
  if (!isMissing('slots')) return null
  return (
    <div className="mt-3">
      <Note tone="warn">
        All {gate.offers_per_deposit_limit} offers on your deposit are active.{' '}
        {gate.offer_id === null ? 'You can write a draft now and send it when one has ended. ' : null}
        <Link href="/profile/offers" className="underline">
          See your offers
        </Link>
      </Note>
    </div>
  )
}
