/** Which card pays: one of those that are saved, or a new one, typed in place. While one is typed, no card is chosen. */

import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import type { BillingInfoWire } from '#shared/contract/money.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { cardExpiry, expiryWords } from './card-expiry.ts'
import { CardForm, NoCards } from './card-form.tsx'
import { type CardsModel, preferredCard } from './cards-model.ts'
import { cardWords } from './labels.ts'
import type { Billing } from './use-terms.ts'

export interface CardChoiceProps {
  cards: CardsModel
  billing: Billing | null
  chosen: number | null
  onChoose: (id: number | null) => void
}

export function CardChoice({ cards, billing, chosen, onChoose }: CardChoiceProps) {
  useSignals()
  const [isAdding, setAdding] = useState(false)
  const state = cards.state.value
  if (billing === null) return <NoCards />
  if (state.phase === 'loading') return <Skeleton className="h-24 rounded-lg" />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void cards.load()}>{sayFailure(state.failure).message}</LoadFailed>
  const isEmpty = state.value.length === 0
  const add = (isNew: boolean) => {
    setAdding(isNew)
    onChoose(isNew ? null : (preferredCard(state.value)?.id ?? null))
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-label text-sm">Card</legend>
      {isEmpty ? null : (
        <ul className="rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t">
          {state.value.map((card) => (
            <CardOption key={card.id} card={card} chosen={chosen} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {isAdding || isEmpty ? (
        <div className="rounded-lg border border-line p-4">
          <CardForm
            cards={cards}
            billing={billing}
            onSaved={({ id }) => {
              setAdding(false)
              onChoose(id)
            }}
            {...(isEmpty ? {} : { onCancel: () => add(false) })}
          />
        </div>
      ) : (
        <button
          type="button"
          className="text-link cursor-pointer justify-self-start py-1 text-sm"
          onClick={() => add(true)}
        >
          Add a card
        </button>
      )}
    </fieldset>
  )
}

interface CardOptionProps extends Pick<CardChoiceProps, 'chosen' | 'onChoose'> {
  card: BillingInfoWire
}

function CardOption({ card, chosen, onChoose }: CardOptionProps) {
  const { clock } = useServices()
  const expiry = cardExpiry(card, clock.now())
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-2">
        <input
          type="radio"
          name="card"
          checked={chosen === card.id}
          disabled={expiry === 'expired'}
          onChange={() => onChoose(card.id)}
          className="size-4 flex-none accent-accent"
        />
        <span className="min-w-0 flex-1">
          <span className="num font-medium">{cardWords(card)}</span>
          {card.is_default ? <span className="text-text-3 text-xs"> · Default</span> : null}
        </span>
        <span className="num text-sm text-text-2">
          {expiry === 'expired' ? 'Expired ' : ''}
          {expiryWords(card)}
        </span>
      </label>
    </li>
  )
}
