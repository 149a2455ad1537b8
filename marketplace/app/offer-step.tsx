/** A step before an offer, done in place: over the offer, which stays as it is (checklist OFR-02). */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { PlacedStep, StepProps } from '#marketplace/features/offers/make-offer.tsx'
import { useServices } from '#marketplace/platform/services-context.tsx'
import type { User } from '#marketplace/platform/user.ts'
import { Modal } from '#marketplace/ui/modal.tsx'
import { LoadingRows } from '#marketplace/ui/partition-parts.tsx'
import { Button } from '#shared/ui/button.tsx'

const ConfirmBanner = lazy(() => import('#marketplace/features/confirm-email/confirm-banner.tsx'))
const PhonesPartition = lazy(() => import('#marketplace/features/profile/phones-partition.tsx'))
const VerificationPartition = lazy(() => import('#marketplace/features/profile/verification-partition.tsx'))
const DepositDialog = lazy(() =>
  import('#marketplace/features/wallet/deposit-dialog.tsx').then((file) => ({ default: file.DepositDialog })),
)

export function OfferStep({ step, onDone, onClose }: StepProps) {
  useSignals()
  const { user } = useServices()
  const state = user.state.value
  const person = state.phase === 'user' ? state.user : null
  const isDone = person !== null && isStepDone(step, person)
  useWhenDone(isDone, () => {
    onDone()
    onClose()
  })
  if (person === null) return null
  if (step === 'deposit')
    return (
      <Suspense>
        <DepositDialog
          onDone={() => {
            onDone()
            onClose()
          }}
          onClose={onClose}
        />
      </Suspense>
    )
  const close = () => {
    onDone()
    onClose()
  }
  return (
    <Modal title={TITLES[step]} onClose={close} footer={<Back onClose={close} />}>
      <Suspense fallback={<LoadingRows count={2} />}>{bodyOf(step, person)}</Suspense>
    </Modal>
  )
}

const TITLES = {
  email: 'Confirm your email',
  phone: 'Confirm a phone',
  identity: 'Verify your identity',
} as const

function bodyOf(step: Exclude<PlacedStep, 'deposit'>, user: User): ReactNode {
  switch (step) {
    case 'email':
      return <ConfirmBanner />
    case 'phone':
      return <PhonesPartition user={user} />
    case 'identity':
      return <VerificationPartition user={user} />
  }
}

function Back({ onClose }: { onClose: () => void }) {
  return (
    <Button className="ml-auto pointer-coarse:h-11" onClick={onClose}>
      Back to the offer
    </Button>
  )
}

/** Told by the store; the deposit tells by itself. */
function isStepDone(step: PlacedStep, user: User): boolean {
  switch (step) {
    case 'email':
      return user.isEmailConfirmed
    case 'phone':
      return user.phones.some((phone) => phone.isConfirmed)
    case 'identity':
      return user.identity.status === 'success'
    case 'deposit':
      return false
  }
}

/** Only when it becomes so while it is open: what the server still misses is looked at by whoever opened it. */
function useWhenDone(isDone: boolean, tell: () => void) {
  const before = useRef(isDone)
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => {
    if (isDone && !before.current) latest.current()
    before.current = isDone
  }, [isDone])
}
