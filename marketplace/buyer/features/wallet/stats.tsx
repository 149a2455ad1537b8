/** Balance, deposit and the offers on it, side by side. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useLiveWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { formatCents, ledgerCents } from '#shared/format/money.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { type CardsModel, preferredCard } from './cards-model.ts'
import { SlotBars } from './slots.tsx'
import type { Terms } from './use-terms.ts'

export interface StatsProps {
  cards: CardsModel
  /** Null until they came. */
  terms: Terms | null
}

export function Stats({ cards, terms }: StatsProps) {
  useSignals()
  const store = useLiveWallet()
  const state = store.wallet.value
  if (state.phase === 'failed')
    return (
      <LoadFailed onRetry={() => void store.loadWallet()}>{sayFailure(state.failure).message}</LoadFailed>
    )
  if (state.phase === 'loading') return <Loading />
  const { balanceCents, depositCents, pendingCents, activeOffers } = state.value
  const slots = terms?.offersPerDeposit ?? 0
  return (
    <dl className={BOX}>
      <Stat name="Available balance" value={ledgerCents(balanceCents)}>
        {pendingCents > 0 ? `${formatCents(pendingCents)} on its way` : <DefaultCard cards={cards} />}
      </Stat>
      <Stat name="Refundable deposit" value={ledgerCents(depositCents)}>
        {depositCents > 0 ? (
          slots > 0 ? (
            `Covers up to ${slots} active offers`
          ) : (
            ''
          )
        ) : (
          <Link href="/profile/deposit" className="text-link">
            Pay it to make offers
          </Link>
        )}
      </Stat>
      <Stat
        name="Offers on this deposit"
        value={slots > 0 ? `${activeOffers} of ${slots}` : String(activeOffers)}
      >
        <SlotBars used={activeOffers} count={slots} />
      </Stat>
    </dl>
  )
}

const BOX = 'grid rounded-lg border border-line bg-surface desk:grid-cols-3'

function Stat({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="border-line px-5 py-4 not-first:border-t desk:not-first:border-t-0 desk:not-first:border-l">
      <dt className="text-sm text-text-2">{name}</dt>
      <dd className="num mt-0.5 font-semibold text-2xl tracking-tighter">{value}</dd>
      <dd className="mt-1 text-text-3 text-xs">{children}</dd>
    </div>
  )
}

function DefaultCard({ cards }: { cards: CardsModel }) {
  useSignals()
  const state = cards.state.value
  if (state.phase !== 'ready') return null
  const card = preferredCard(state.value)
  if (card === null) return 'No card yet'
  return <span className="num">Card ending {card.last_four} is the default</span>
}

function Loading() {
  return (
    <div role="status" className={BOX}>
      <span className="sr-only">Loading</span>
      {['balance', 'deposit', 'offers'].map((name) => (
        <div key={name} className="grid gap-2 px-5 py-4">
          <Skeleton className="h-4 w-28 rounded-xs" />
          <Skeleton className="h-7 w-36 rounded-xs" />
          <Skeleton className="h-3 w-32 rounded-xs" />
        </div>
      ))}
    </div>
  )
}
