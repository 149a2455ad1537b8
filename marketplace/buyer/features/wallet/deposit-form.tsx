/** The deposit before it is paid: its terms, where the money comes from, and the button with the amount. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { payDeposit } from '#shared/contract/money.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { CardChoice } from './card-choice.tsx'
import { type CardsModel, preferredCard } from './cards-model.ts'
import { DepositTerms } from './deposit-terms.tsx'
import { PayingNotice, usePaying } from './use-paying.tsx'
import type { Terms } from './use-terms.ts'

export interface DepositFormProps {
  customerId: number
  depositCents: number
  terms: Terms
  balanceCents: number
  cards: CardsModel
  /** The amount is another by now. */
  onTermsChanged: () => void
  onPaid: (depositId: number | null) => void
  /** A card pays, and its bank has not said yes yet. */
  onPayment: (paymentId: number) => void
  onDone: () => void
  onClose: () => void
}

type Source = 'wallet' | 'card'

export function DepositForm(props: DepositFormProps) {
  useSignals()
  const { customerId, depositCents, terms, balanceCents, cards, onClose } = props
  const { api } = useServices()
  const wallet = useWallet()
  const paying = usePaying()
  const isShort = balanceCents < depositCents
  const [source, setSource] = useState<Source>(isShort ? 'card' : 'wallet')
  const [chosen, choose] = useState(() => {
    const state = cards.state.peek()
    return state.phase === 'ready' ? (preferredCard(state.value)?.id ?? null) : null
  })
  const isSending = paying.isSending.value
  const mayClose = !isSending || paying.isChecking.value
  const canPay = source === 'wallet' ? !isShort : chosen !== null

  async function pay() {
    const from =
      source === 'wallet' || chosen === null
        ? { source: 'wallet' as const }
        : { source, billing_info_id: chosen }
    const body = { ...from, expected_amount_cents: depositCents }
    const reply = await paying.run((options) =>
      api(payDeposit, { params: { customer: customerId }, body }, options),
    )
    wallet.changed()
    if (reply === null) {
      if (paying.code.peek() === 'changed') props.onTermsChanged()
      return
    }
    const { payment } = reply
    if (payment && payment.state !== 'succeeded') props.onPayment(payment.id)
    else props.onPaid(reply.data.id ?? null)
  }

  return (
    <Modal
      title="Refundable deposit"
      {...(mayClose ? { onClose } : {})}
      footer={
        <>
          <p className="min-w-0 flex-1 text-sm text-text-3">Covers up to {terms.offersPerDeposit} offers</p>
          {paying.code.value === 'exists' ? (
            <Button variant="primary" size="lg" onClick={props.onDone}>
              Continue
            </Button>
          ) : (
            <Button
              variant="primary"
              size="lg"
              isBusy={isSending}
              disabled={!canPay}
              onClick={() => void pay()}
            >
              Pay {formatCents(depositCents)} deposit
            </Button>
          )}
        </>
      }
    >
      <fieldset disabled={isSending} className="grid min-w-0 gap-5">
        <DepositTerms amountCents={depositCents} offers={terms.offersPerDeposit} />
        <SourceChoice
          source={source}
          isShort={isShort}
          balanceCents={balanceCents}
          missing={depositCents - balanceCents}
          onChoose={setSource}
        />
        {source === 'card' ? (
          <CardChoice cards={cards} billing={terms.billing} chosen={chosen} onChoose={choose} />
        ) : null}
        <PayingNotice paying={paying} />
      </fieldset>
    </Modal>
  )
}

interface SourceChoiceProps {
  source: Source
  isShort: boolean
  balanceCents: number
  missing: number
  onChoose: (source: Source) => void
}

function SourceChoice({ source, isShort, balanceCents, missing, onChoose }: SourceChoiceProps) {
  const options = [
    {
      value: 'wallet',
      label: 'Wallet',
      note: isShort
        ? `${formatCents(balanceCents)}, ${formatCents(missing)} short`
        : `${formatCents(balanceCents)} available`,
    },
    { value: 'card', label: 'Card', note: '' },
  ] as const
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-label text-sm">Pay from</legend>
      <div className="rounded-lg border border-line [&>label+label]:border-line [&>label+label]:border-t">
        {options.map(({ value, label, note }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-2">
            <input
              type="radio"
              name="source"
              checked={source === value}
              disabled={value === 'wallet' && isShort}
              onChange={() => onChoose(value)}
              className="size-4 flex-none accent-accent"
            />
            <span className="flex-1 font-medium">{label}</span>
            <span className="num text-sm text-text-2">{note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
