/**
 * Pays the refundable deposit in place, from the wallet or a card, the bank's step included. Says its terms before it is paid.
 * It shows wherever it is mounted; whoever mounts it is told when a deposit is held.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { DepositForm } from './deposit-form.tsx'
import { PaymentResult } from './payment-result.tsx'
import { useCards } from './top-up-dialog.tsx'
import { useTerms } from './use-terms.ts'

export interface DepositDialogProps {
  /** A deposit is held now: paid here, or there already. */
  onDone: () => void
  onClose: () => void
  /** Takes a payment whose bank has not said yes yet to a page of its own; without it the dialog itself waits. */
  onPayment?: (paymentId: number) => void
}

type Step = { kind: 'form' } | { kind: 'payment'; id: number } | { kind: 'paid'; depositId: number | null }

export function DepositDialog({ onDone, onClose, onPayment }: DepositDialogProps) {
  useSignals()
  const { user } = useServices()
  const wallet = useWallet()
  const terms = useTerms()
  const cards = useCards()
  const [step, setStep] = useState<Step>({ kind: 'form' })
  useEffect(() => void wallet.loadWallet(), [wallet])
  const who = user.state.value
  const [termsState, walletState, cardsState] = [terms.state.value, wallet.wallet.value, cards.state.value]

  if (step.kind === 'payment')
    return (
      <Frame onClose={onClose}>
        <PaymentResult
          paymentId={step.id}
          again={<Button onClick={() => setStep({ kind: 'form' })}>Try again</Button>}
          onward={
            <Button variant="primary" onClick={onDone}>
              Continue
            </Button>
          }
        />
      </Frame>
    )
  if (step.kind === 'paid') return <Paid depositId={step.depositId} onDone={onDone} />
  if (termsState.phase === 'failed')
    return (
      <Frame onClose={onClose}>
        <LoadFailed onRetry={() => void terms.load()}>{sayFailure(termsState.failure).message}</LoadFailed>
      </Frame>
    )
  const isLoading =
    termsState.phase === 'loading' || walletState.phase === 'loading' || cardsState.phase === 'loading'
  if (isLoading || who.phase !== 'user')
    return (
      <Frame onClose={onClose}>
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-64 rounded-lg" />
        </div>
      </Frame>
    )
  if (termsState.value.depositCents === null)
    return (
      <Frame onClose={onClose}>
        <Note tone="warn">Deposits cannot be paid at the moment.</Note>
      </Frame>
    )
  return (
    <DepositForm
      customerId={who.user.id}
      depositCents={termsState.value.depositCents}
      terms={termsState.value}
      balanceCents={walletState.phase === 'ready' ? walletState.value.balanceCents : 0}
      cards={cards}
      onTermsChanged={() => void terms.load()}
      onPaid={(depositId) => setStep({ kind: 'paid', depositId })}
      onPayment={onPayment ?? ((id) => setStep({ kind: 'payment', id }))}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function Frame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal title="Refundable deposit" onClose={onClose}>
      {children}
    </Modal>
  )
}

function Paid({ depositId, onDone }: { depositId: number | null; onDone: () => void }) {
  return (
    <Modal
      title="Refundable deposit"
      onClose={onDone}
      footer={
        <Button variant="primary" className="ml-auto" onClick={onDone}>
          Continue
        </Button>
      }
    >
      <Note tone="good" role="status">
        {depositId === null ? 'Your deposit is held.' : `Deposit ${depositId} is paid and held.`} You can send
        offers now.
      </Note>
    </Modal>
  )
}
