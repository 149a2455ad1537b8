/** Profile, Deposit: what it is, where it stands, the offers on it, and asking it back. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import type { User } from '#marketplace/buyer/platform/user.ts'
import type { Deposits } from '#marketplace/buyer/platform/wallet-store.ts'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { List, LoadingRows, Note, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import type { DepositWire } from '#shared/contract/money.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { DepositDialog } from './deposit-dialog.tsx'
import { DepositTerms } from './deposit-terms.tsx'
import { HeldDeposit } from './held-deposit.tsx'
import { DEPOSIT_WORDS, depositDay } from './labels.ts'
import { PaymentResult } from './payment-result.tsx'
import { type Terms, useTerms } from './use-terms.ts'

export default function DepositPartition({ user }: { user: User }) {
  useSignals()
  const wallet = useWallet()
  const terms = useTerms()
  const [isPaying, setPaying] = useState(false)
  const [, navigate] = useLocation()
  const payment = Number(new URLSearchParams(useSearch()).get('payment') ?? 0)
  useEffect(() => void wallet.loadDeposits(), [wallet])
  useEffect(() => wallet.follow(), [wallet])
  const state = wallet.deposits.value
  const termsState = terms.state.value

  if (state.phase === 'loading' || termsState.phase === 'loading') return <LoadingRows count={5} />
  if (state.phase === 'failed')
    return (
      <LoadFailed onRetry={() => void wallet.loadDeposits()}>{sayFailure(state.failure).message}</LoadFailed>
    )
  if (termsState.phase === 'failed')
    return <LoadFailed onRetry={() => void terms.load()}>{sayFailure(termsState.failure).message}</LoadFailed>
  const openPayment = payment > 0 ? payment : (state.value.current?.payment_id ?? null)
  const isPending = state.value.current?.state === 'pending'
  return (
    <>
      {openPayment !== null && (payment > 0 || isPending) ? (
        <PaymentResult
          key={openPayment}
          paymentId={openPayment}
          again={<Button onClick={() => setPaying(true)}>Try again</Button>}
          onward={<LinkButton href="/profile/deposit">Done</LinkButton>}
        />
      ) : (
        <Standing user={user} deposits={state.value} terms={termsState.value} onPay={() => setPaying(true)} />
      )}
      <Earlier deposits={state.value.earlier} />
      {isPaying ? (
        <DepositDialog
          onPayment={(id) => {
            setPaying(false)
            navigate(`/profile/deposit?payment=${id}`)
          }}
          onDone={() => {
            setPaying(false)
            navigate('/profile/deposit', { replace: true })
          }}
          onClose={() => setPaying(false)}
        />
      ) : null}
    </>
  )
}

interface StandingProps {
  user: User
  deposits: Deposits
  terms: Terms
  onPay: () => void
}

function Standing({ user, deposits: { current }, terms, onPay }: StandingProps) {
  if (current !== null) return <HeldDeposit deposit={current} customerId={user.id} terms={terms} />
  if (terms.depositCents === null)
    return <Note tone="warn">Deposits cannot be paid at the moment. Offers open again with them.</Note>
  return (
    <Section
      title="You hold no deposit"
      note={`With one you can have up to ${terms.offersPerDeposit} active offers at a time.`}
      action={
        <Button variant="primary" className="pointer-coarse:h-11" onClick={onPay}>
          Pay {formatCents(terms.depositCents)} deposit
        </Button>
      }
    >
      <DepositTerms amountCents={terms.depositCents} offers={terms.offersPerDeposit} />
    </Section>
  )
}

function Earlier({ deposits }: { deposits: readonly DepositWire[] }) {
  if (deposits.length === 0) return null
  return (
    <Section title="Earlier deposits">
      <List label="Earlier deposits">
        {deposits.map((deposit) => (
          <li key={deposit.id} className={ROW}>
            <span className="num font-medium">Deposit {deposit.id}</span>
            <span className="text-sm text-text-2">{deposit.state ? DEPOSIT_WORDS[deposit.state] : ''}</span>
            <span className="num text-sm text-text-3">{depositDay(deposit)}</span>
            <span className="num ml-auto font-semibold">{formatCents(deposit.amount_cents ?? 0)}</span>
          </li>
        ))}
      </List>
    </Section>
  )
}
