/** Profile, Billing: the cards that pay, their default, a new one, one in another's place, removal. */

import { useSignals } from '@preact/signals-react/runtime'
import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { PartitionActions } from '#marketplace/buyer/ui/partition-actions.tsx'
import { LoadingRows, Mark } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { BillingInfoWire } from '#shared/contract/money.ts'
import { safeReturnTo } from '#shared/rules/return-to.ts'
import { Button } from '#shared/ui/button.tsx'
import { cardExpiry, expiryWords } from './card-expiry.ts'
import { CardForm, NoCards } from './card-form.tsx'
import type { CardsModel } from './cards-model.ts'
import { cardWords } from './labels.ts'
import { useCards } from './top-up-dialog.tsx'
import { useTerms } from './use-terms.ts'

type Doing = { kind: 'add' } | { kind: 'replace' | 'remove'; card: BillingInfoWire } | null

export default function BillingPartition() {
  useSignals()
  const cards = useCards()
  const [doing, setDoing] = useState<Doing>(null)
  const state = cards.state.value
  const [, navigate] = useLocation()
  // The step that needed another card, else home.
  const onward = safeReturnTo(new URLSearchParams(useSearch()).get('return_to'), window.location.origin)
  const isFromStep = onward !== '/'
  const close = () => {
    cards.forgetProblem()
    setDoing(null)
  }
  if (state.phase === 'loading') return <LoadingRows count={2} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void cards.load()}>{sayFailure(state.failure).message}</LoadFailed>
  const isEmpty = state.value.length === 0
  const add = (
    <Button variant="primary" className="pointer-coarse:h-11" onClick={() => setDoing({ kind: 'add' })}>
      <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
      Add card
    </Button>
  )
  return (
    <>
      {isEmpty ? null : <PartitionActions>{add}</PartitionActions>}
      {isFromStep ? (
        <Link href={onward} className="mb-4 inline-block text-link text-sm">
          Back to where you were
        </Link>
      ) : null}
      <p className="mb-4 max-w-[62ch] text-sm text-text-2">
        Cards pay for top-ups and the deposit. Their numbers are with the card service; {BRAND} never sees
        them.
      </p>
      {isEmpty ? (
        <EmptyState icon={CreditCard} title="No cards yet" action={add}>
          A card you add appears here. It tops up your wallet and pays the deposit that an offer needs.
        </EmptyState>
      ) : (
        <ul
          aria-label="Cards"
          className="rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t"
        >
          {state.value.map((card) => (
            <CardRow key={card.id} card={card} cards={cards} onDo={(kind) => setDoing({ kind, card })} />
          ))}
        </ul>
      )}
      {doing === null ? <FormProblem message={cards.problem.value} /> : null}
      {doing?.kind === 'add' || doing?.kind === 'replace' ? (
        <NewCard
          cards={cards}
          {...(doing.kind === 'replace' ? { replaced: doing.card } : {})}
          onClose={close}
          onSaved={(card) => {
            // The step pays by the card it was left for.
            if (isFromStep) void cards.makeDefault(card.id).then(() => navigate(onward))
          }}
        />
      ) : null}
      {doing?.kind === 'remove' ? <RemoveCard card={doing.card} cards={cards} onClose={close} /> : null}
    </>
  )
}

interface CardRowProps {
  card: BillingInfoWire
  cards: CardsModel
  onDo: (kind: 'replace' | 'remove') => void
}

function CardRow({ card, cards, onDo }: CardRowProps) {
  useSignals()
  const { clock } = useServices()
  const expiry = cardExpiry(card, clock.now())
  const name = cardWords(card)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <CreditCard size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="num flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {card.is_default ? <Mark tone="good">Default</Mark> : null}
        </p>
        <p className="num whitespace-normal text-sm text-text-2">
          Expires {expiryWords(card)}
          {expiry === 'soon' ? <span className="text-warn-text"> · Expiring soon, replace it</span> : null}
          {expiry === 'expired' ? <span className="text-danger-text"> · Expired, replace it</span> : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {card.is_default ? null : (
          <Button
            size="sm"
            className="pointer-coarse:h-11"
            aria-label={`Make default: ${name}`}
            isBusy={cards.busy.value === card.id}
            onClick={() => void cards.makeDefault(card.id)}
          >
            Make default
          </Button>
        )}
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          aria-label={`Replace ${name}`}
          onClick={() => onDo('replace')}
        >
          Replace
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="pointer-coarse:h-11"
          aria-label={`Remove ${name}`}
          onClick={() => onDo('remove')}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

interface NewCardProps {
  cards: CardsModel
  replaced?: BillingInfoWire
  onClose: () => void
  onSaved: (card: BillingInfoWire) => void
}

function NewCard({ cards, replaced, onClose, onSaved }: NewCardProps) {
  useSignals()
  const terms = useTerms()
  const state = terms.state.value
  return (
    <Modal title={replaced ? `Replace ${cardWords(replaced)}` : 'Add a card'} onClose={onClose}>
      {state.phase === 'loading' ? <LoadingRows count={2} /> : null}
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void terms.load()}>{sayFailure(state.failure).message}</LoadFailed>
      ) : null}
      {state.phase === 'ready' ? (
        state.value.billing === null ? (
          <NoCards />
        ) : (
          <CardForm
            cards={cards}
            billing={state.value.billing}
            {...(replaced ? { replaces: replaced.id } : {})}
            onSaved={(card) => {
              toast(`${cardWords(card)} ${replaced ? 'replaces the old card' : 'added'}`)
              onClose()
              onSaved(card)
            }}
            onCancel={onClose}
          />
        )
      ) : null}
    </Modal>
  )
}

function RemoveCard({
  card,
  cards,
  onClose,
}: {
  card: BillingInfoWire
  cards: CardsModel
  onClose: () => void
}) {
  useSignals()
  return (
    <ConfirmDialog
      title={`Remove ${cardWords(card)}?`}
      confirmLabel="Remove card"
      isDanger
      isBusy={cards.busy.value === card.id}
      error={cards.problem.value}
      onCancel={onClose}
      onConfirm={() =>
        void cards.remove(card.id).then((isGone) => {
          if (!isGone) return
          toast(`${cardWords(card)} removed`)
          onClose()
        })
      }
    >
      <p>It can no longer pay here. Your statement keeps its payments.</p>
    </ConfirmDialog>
  )
}
