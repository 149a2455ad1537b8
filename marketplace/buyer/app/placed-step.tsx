/** A step before an offer or another act, done in place: over the page, which keeps its input (checklist OFR-02, AUTH-33). */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { PlacedStep as Step, StepProps } from '#marketplace/buyer/features/offers/make-offer-props.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { confirmedOf } from '#marketplace/buyer/platform/use-missing.ts'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { LoadingRows } from '#marketplace/buyer/ui/partition-parts.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { Button } from '#shared/ui/button.tsx'

export interface PlacedStepProps extends StepProps {
  /** Label of the way back. */
  back?: string
}

const ConfirmEmail = lazyPart(() =>
  import('#marketplace/buyer/features/confirm-email/confirm-banner.tsx').then((file) => ({
    default: file.ConfirmEmail,
  })),
)
const PhonesPartition = lazyPart(() => import('#marketplace/buyer/features/profile/phones-partition.tsx'))
const VerificationPartition = lazyPart(
  () => import('#marketplace/buyer/features/profile/verification-partition.tsx'),
)
const DepositDialog = lazyPart(() =>
  import('#marketplace/buyer/features/wallet/deposit-dialog.tsx').then((file) => ({
    default: file.DepositDialog,
  })),
)

/** What the person was asked to confirm, on any page. */
export default function ConfirmingStep() {
  useSignals()
  const { confirming } = useServices()
  const step = confirming.value
  const end = () => {
    confirming.value = null
  }
  return step === null ? null : <PlacedStep step={step} back="Back" onDone={end} onClose={end} />
}

export function PlacedStep({ step, back = 'Back to the offer', onDone, onClose }: PlacedStepProps) {
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
    <Modal title={TITLES[step]} onClose={close} footer={<Back label={back} onClose={close} />}>
      <Suspense fallback={<LoadingRows count={2} />}>{bodyOf(step, person)}</Suspense>
    </Modal>
  )
}

const TITLES = {
  email: 'Confirm your email',
  phone: 'Confirm a phone',
  identity: 'Verify your identity',
} as const

function bodyOf(step: Exclude<Step, 'deposit'>, user: User): ReactNode {
  switch (step) {
    case 'email':
      return (
        <div className="grid gap-3">
          <ConfirmEmail />
        </div>
      )
    case 'phone':
      return <PhonesPartition user={user} />
    case 'identity':
      return <VerificationPartition user={user} />
  }
}

function Back({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <Button className="ml-auto pointer-coarse:h-11" onClick={onClose}>
      {label}
    </Button>
  )
}

/** Told by the store; the deposit tells by itself. */
function isStepDone(step: Step, user: User): boolean {
  switch (step) {
    case 'email':
    case 'phone':
      return confirmedOf(user)[step]
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
