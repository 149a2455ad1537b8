/** Money into the wallet: an amount, a card, and a button that says how much. What came of it has a page of its own. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { focusWrong, sayFailure } from '#marketplace/kit/attempt.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { topUpBalance } from '#shared/contract/money.ts'
import { formatCents, typedCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { amountProblem, readCents } from './amount-entry.ts'
import { CardChoice } from './card-choice.tsx'
import { type CardsModel, createCards, preferredCard } from './cards-model.ts'
import { PayingNotice, usePaying } from './use-paying.tsx'
import { type Terms, useTerms } from './use-terms.ts'

export interface TopUpDialogProps {
  /** In the field when it opens. */
  amountCents?: number
  onPayment: (paymentId: number) => void
  onClose: () => void
}

export function TopUpDialog({ amountCents, onPayment, onClose }: TopUpDialogProps) {
  useSignals()
  const terms = useTerms()
  const cards = useCards()
  const state = terms.state.value
  const cardsState = cards.state.value
  if (state.phase === 'ready' && cardsState.phase !== 'loading')
    return (
      <Form
        terms={state.value}
        cards={cards}
        amountCents={amountCents}
        onPayment={onPayment}
        onClose={onClose}
      />
    )
  return (
    <Modal title="Top up" onClose={onClose}>
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void terms.load()}>{sayFailure(state.failure).message}</LoadFailed>
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-48 rounded-lg" />
        </div>
      )}
    </Modal>
  )
}

export function useCards(): CardsModel {
  const { api } = useServices()
  const [cards] = useState(() => createCards(api))
  useEffect(() => void cards.load(), [cards])
  return cards
}

interface FormProps extends Omit<TopUpDialogProps, 'amountCents'> {
  terms: Terms
  cards: CardsModel
  amountCents: number | undefined
}

function Form({ terms, cards, amountCents, onPayment, onClose }: FormProps) {
  useSignals()
  const { api } = useServices()
  const wallet = useWallet()
  const paying = usePaying()
  const { topUp, billing } = terms
  const [typed, setTyped] = useState(() => firstTyped(amountCents, topUp))
  const [isTold, setTold] = useState(false)
  const [chosen, choose] = useState(() => preferredCard(listOf(cards))?.id ?? null)
  const problem = amountProblem(typed, topUp)
  const refusal = paying.fields.value.amount_cents ?? null
  const cents = readCents(typed)
  const isSending = paying.isSending.value
  const mayClose = !isSending || paying.isChecking.value

  function type(text: string) {
    setTyped(text)
    paying.forget()
  }

  async function pay() {
    setTold(true)
    if (problem !== null || cents === null || chosen === null) return focusWrong()
    const body = { amount_cents: cents, billing_info_id: chosen }
    const reply = await paying.run((options) => api(topUpBalance, { body }, options))
    wallet.changed()
    if (reply === null) return focusWrong()
    onPayment(reply.data.id)
  }

  return (
    <Modal
      title="Top up"
      {...(mayClose ? { onClose } : {})}
      footer={
        <>
          <p className="min-w-0 flex-1 text-sm text-text-3">{chosen === null ? 'Add a card to go on' : ''}</p>
          <Button
            variant="primary"
            size="lg"
            isBusy={isSending}
            disabled={chosen === null}
            onClick={() => void pay()}
          >
            {problem === null && cents !== null ? `Top up ${formatCents(cents)}` : 'Top up'}
          </Button>
        </>
      }
    >
      <fieldset disabled={isSending} className="grid min-w-0 gap-5">
        {topUp && topUp.presetsCents.length > 0 ? (
          <Presets presets={topUp.presetsCents} cents={cents} onChoose={(one) => type(typedCents(one))} />
        ) : null}
        <Field
          label="Amount"
          name="amount"
          isMoney
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setTold(true)}
          error={(isTold ? problem : null) ?? refusal}
          help={topUp ? `From ${formatCents(topUp.minCents)} to ${formatCents(topUp.maxCents)}.` : null}
        />
        <CardChoice cards={cards} billing={billing} chosen={chosen} onChoose={choose} />
        <PayingNotice paying={paying} placed={['amount_cents']} />
      </fieldset>
    </Modal>
  )
}

interface PresetsProps {
  presets: readonly number[]
  cents: number | null
  onChoose: (cents: number) => void
}

function Presets({ presets, cents, onChoose }: PresetsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-label text-sm">How much</legend>
      <div className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === cents}
            onClick={() => onChoose(preset)}
            className="num inline-flex h-9 cursor-pointer items-center rounded-md border border-line-strong px-3 font-medium text-sm text-text-2 hover:bg-hover aria-pressed:border-accent-line aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-coarse:h-11"
          >
            {formatCents(preset)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

function firstTyped(amountCents: number | undefined, topUp: Terms['topUp']): string {
  const first = amountCents ?? topUp?.presetsCents[1] ?? topUp?.minCents
  return first === undefined ? '' : typedCents(first)
}

const listOf = ({ state }: CardsModel) => {
  const shown = state.peek()
  return shown.phase === 'ready' ? shown.value : []
}
