/** What became of a payment: safe to reload and to come back to. While it is open it changes by itself. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLightPrint } from '#marketplace/buyer/platform/use-light-print.ts'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { PAYMENT_LOOK_MS } from '#shared/contract/limits.ts'
import type { PaymentWire } from '#shared/contract/money.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { BankStep } from './bank-step.tsx'
import { cardWords, declineWords } from './labels.ts'
import { createPaymentModel, isOpen, type PaymentModel } from './payment-model.ts'
import { useTerms } from './use-terms.ts'

export interface PaymentResultProps {
  paymentId: number
  /** What can be done about a payment that did not work. */
  again: ReactNode
  /** What comes after one that did. */
  onward: ReactNode
}

export function PaymentResult({ paymentId, again, onward }: PaymentResultProps) {
  useSignals()
  useLightPrint()
  const model = usePayment(paymentId)
  const state = model.state.value
  if (state.phase === 'loading') return <LoadingRows count={3} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void model.load()}>{sayFailure(state.failure).message}</LoadFailed>
  const payment = state.value
  return (
    <section aria-label={`Payment ${payment.id}`} className="grid gap-4 rounded-lg border border-line p-5">
      <Headline payment={payment} />
      {payment.state === 'requires_action' && payment.action ? (
        <Action model={model} action={payment.action} />
      ) : null}
      <Facts payment={payment} />
      <div className="flex flex-wrap gap-2 print:hidden">
        {payment.state === 'succeeded' ? onward : null}
        {payment.state === 'declined' || payment.state === 'cancelled' ? again : null}
      </div>
    </section>
  )
}

/** Live by the wallet's news; the slow look is for when no socket can be opened. */
function usePayment(paymentId: number): PaymentModel {
  useSignals()
  const { api, clock } = useServices()
  const wallet = useWallet()
  const [model] = useState(() => createPaymentModel({ api, paymentId, settled: wallet.changed }))
  const changes = wallet.changes.value
  const state = model.state.value
  const isWaiting = state.phase === 'ready' && isOpen(state.value.state)
  useEffect(() => void model.load(), [model])
  useEffect(() => wallet.follow(), [wallet])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to look.
  useEffect(() => void model.look(), [model, changes])
  useEffect(
    () => (isWaiting ? clock.every(PAYMENT_LOOK_MS, () => void model.look()) : undefined),
    [clock, model, isWaiting],
  )
  return model
}

function Action({ model, action }: { model: PaymentModel; action: NonNullable<PaymentWire['action']> }) {
  useSignals()
  const terms = useTerms().state.value
  if (terms.phase === 'loading') return <LoadingRows count={3} />
  return (
    <div className="grid gap-3">
      <BankStep
        action={action}
        billing={terms.phase === 'ready' ? terms.value.billing : null}
        onDone={(token) => void model.complete(token)}
      />
      <FormProblem message={model.problem.value} />
      <Button
        variant="ghost"
        className="justify-self-start pointer-coarse:h-11"
        isBusy={model.isCompleting.value}
        onClick={() => void model.complete()}
      >
        I am done at the bank
      </Button>
    </div>
  )
}

interface Look {
  readonly title: string
  readonly text: string
  readonly Icon: LucideIcon
  readonly tone: string
}

function Headline({ payment }: { payment: PaymentWire }) {
  const { title, text, Icon, tone } = lookOf(payment)
  return (
    <div className="flex gap-3">
      <Icon
        size={22}
        strokeWidth={1.75}
        aria-hidden="true"
        className={classNames('mt-0.5 flex-none', tone)}
      />
      <div role="status" className="min-w-0">
        <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
        <p className="max-w-[62ch] text-sm text-text-2">{text}</p>
      </div>
    </div>
  )
}

function lookOf({ state, amount_cents, purpose, decline_code }: PaymentWire): Look {
  const amount = formatCents(amount_cents)
  const good = { Icon: CircleCheck, tone: 'text-gain-text' }
  const bad = { Icon: CircleX, tone: 'text-danger-text' }
  const wait = { Icon: Clock, tone: 'text-warn-text' }
  switch (state) {
    case 'succeeded':
      return purpose === 'deposit'
        ? { ...good, title: 'Deposit paid', text: `${amount} is held as your refundable deposit.` }
        : {
            ...good,
            title: `${amount} added`,
            text: 'The money is in your wallet. A receipt is in your email.',
          }
    case 'declined':
      return { ...bad, title: 'Card declined', text: `Nothing was taken. ${declineWords(decline_code)}` }
    case 'cancelled':
      return { ...bad, title: 'Payment canceled', text: 'Nothing was taken.' }
    case 'requires_action':
      return {
        ...wait,
        title: 'Your bank wants to know it is you',
        text: `Confirm ${amount} with your bank below. Nothing is taken before that.`,
      }
    case 'started':
      return {
        ...wait,
        title: 'Checking…',
        text: `We don’t know yet whether ${amount} was charged. We keep asking the card service, and you are never charged twice. You can leave: this page and your statement update by themselves.`,
      }
    case 'pending':
      return {
        ...wait,
        title: 'Waiting for your bank',
        text: `Your bank has not answered about ${amount} yet. You can leave: this page and your statement follow by themselves.`,
      }
  }
}

function Facts({ payment }: { payment: PaymentWire }) {
  const facts = [
    ['Payment', String(payment.id)],
    ['Amount', formatCents(payment.amount_cents)],
    ...(payment.card ? [['Card', cardWords(payment.card)]] : []),
    ['Started', momentWords(payment.created_at)],
    ...(payment.settled_at ? [['Settled', momentWords(payment.settled_at)]] : []),
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 border-line border-t pt-4 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-2">{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
