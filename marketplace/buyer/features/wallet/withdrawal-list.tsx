/** The customer's withdrawals with their states, updated live. Empty if there are none. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { List, Mark, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import type { Api } from '#shared/api/client.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import {
  cancelWithdrawal,
  listWithdrawals,
  type WithdrawalState,
  type WithdrawalWire,
} from '#shared/contract/withdrawals.ts'
import { formatCents, ledgerCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { cardWords } from './labels.ts'

export function WithdrawalList({ customerId }: { customerId: number }) {
  useSignals()
  const { api } = useServices()
  const [page, setPage] = useState(1)
  const [cancelling, setCancelling] = useState<WithdrawalWire | null>(null)
  const changes = useWallet().changes.value
  const list = useMemo(() => createWithdrawals(api, customerId, page), [api, customerId, page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: money has moved.
  useEffect(() => void list.load(), [list, changes])
  const state = list.state.value
  if (state.phase === 'loading') return null
  if (state.phase === 'failed')
    return (
      <div className="pt-8">
        <Section title="Withdrawals">
          <LoadFailed onRetry={() => void list.load()}>{sayFailure(state.failure).message}</LoadFailed>
        </Section>
      </div>
    )
  const { rows, hasNext } = state.value
  if (rows.length === 0 && page === 1) return null
  return (
    <div className="pt-8">
      <Section title="Withdrawals">
        <List label="Withdrawals">
          {rows.map((row) => (
            <Row key={row.id} row={row} onCancel={() => setCancelling(row)} />
          ))}
        </List>
        {page > 1 || hasNext ? (
          <div className="flex items-center gap-2 pt-3">
            {page > 1 ? <Button onClick={() => setPage(page - 1)}>Newer</Button> : null}
            {hasNext ? <Button onClick={() => setPage(page + 1)}>Older</Button> : null}
          </div>
        ) : null}
      </Section>
      {cancelling ? (
        <CancelDialog customerId={customerId} row={cancelling} onClose={() => setCancelling(null)} />
      ) : null}
    </div>
  )
}

interface CancelDialogProps {
  row: WithdrawalWire
  customerId: number
  onClose: () => void
}

function CancelDialog({ row, customerId, onClose }: CancelDialogProps) {
  const { api } = useServices()
  const wallet = useWallet()
  const { isBusy, errorMessage: error, run } = useAction()
  const cancel = async () => {
    const params = { customer: customerId, withdrawal: row.id }
    const isCancelled = await run(() => api(cancelWithdrawal, { params }))
    wallet.changed()
    if (!isCancelled) return
    toast(`${formatCents(row.amount_cents)} is in your wallet again`)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Cancel this withdrawal?"
      confirmLabel="Cancel withdrawal"
      cancelLabel="Keep it"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    >
      <p>{formatCents(row.amount_cents)} returns to your wallet.</p>
    </ConfirmDialog>
  )
}

const STATES: Readonly<Record<WithdrawalState, { words: string; tone: 'plain' | 'good' | 'warn' | 'bad' }>> =
  {
    sending: { words: 'Sending', tone: 'warn' },
    requested: { words: 'In review', tone: 'warn' },
    paid: { words: 'Paid', tone: 'good' },
    returned: { words: 'Returned', tone: 'bad' },
  }

function Row({ row, onCancel }: { row: WithdrawalWire; onCancel: () => void }) {
  const { words, tone } = STATES[row.state]
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1 basis-48">
        <p className="num flex flex-wrap items-center gap-2 font-medium">
          {placeOf(row)}
          <Mark tone={tone}>{words}</Mark>
        </p>
        <p className="wrap-anywhere text-sm text-text-2">{detailOf(row)}</p>
      </div>
      <div className="ml-auto text-right">
        <p className="num font-semibold">{ledgerCents(row.amount_cents)}</p>
        <p className="num text-text-3 text-xs">
          No. {row.id} · {dayWords(row.settled_at ?? row.created_at)}
        </p>
        {row.can_cancel ? (
          <Button size="sm" className="mt-2" onClick={onCancel}>
            Cancel withdrawal
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function placeOf({ card, bank_last_four, method }: WithdrawalWire): string {
  if (card) return cardWords(card)
  if (bank_last_four) return `Bank account ending ${bank_last_four}`
  return method === 'card' ? 'Card' : 'Bank account'
}

function detailOf({ state, method, reference, note }: WithdrawalWire): string {
  switch (state) {
    case 'sending':
      return 'The card service has not answered yet. We keep asking, and it is never paid twice.'
    case 'requested':
      return 'Our team sends it by bank transfer.'
    case 'paid':
      return method === 'card'
        ? 'Banks show it within 10 days.'
        : `Sent by bank transfer${reference ? `, reference ${reference}` : ''}.`
    case 'returned':
      return `In your wallet again. ${note ?? ''}`.trim()
  }
}

interface Withdrawals {
  readonly rows: readonly WithdrawalWire[]
  readonly hasNext: boolean
}

/** The withdrawals of a customer, the latest first, a page at a time. */
const createWithdrawals = (api: Api, customer: number, page: number): Resource<Withdrawals> =>
  createResource(async () => {
    const reply = await api(listWithdrawals, { params: { customer }, query: { page } })
    return { rows: reply.data, hasNext: hasNextPage(reply) }
  })
