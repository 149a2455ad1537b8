/** One line of the statement on a page of its own, to be printed. The address names it with its page, so a reload finds it. */

import { useSignals } from '@preact/signals-react/runtime'
import { Printer } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLightPrint } from '#marketplace/buyer/platform/use-light-print.ts'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows, Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { BRAND, CURRENCY, CURRENCY_NAMES } from '#marketplace/kit/brand.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import type { TransactionWire } from '#shared/contract/money.ts'
import { ledgerCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { KIND_WORDS, STATUS_WORDS, signedCents } from './labels.ts'
import { createStatement, filterText, type StatementFilter } from './statement-model.ts'

export interface ReceiptProps {
  user: User
  transactionId: string
  filter: StatementFilter
}

export function Receipt({ user, transactionId, filter }: ReceiptProps) {
  useSignals()
  useLightPrint()
  const { api } = useServices()
  const { kind, from, to, page } = filter
  const statement = useMemo(
    () => createStatement(api, user.id, { kind, from, to, page }),
    [api, user.id, kind, from, to, page],
  )
  useEffect(() => void statement.load(), [statement])
  const state = statement.state.value
  const query = filterText(filter)
  return (
    <div className="grid gap-4">
      <Link
        href={query ? `/profile/wallet?${query}` : '/profile/wallet'}
        className="text-link justify-self-start text-sm print:hidden"
      >
        Back to the statement
      </Link>
      {state.phase === 'loading' ? <LoadingRows count={4} /> : null}
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void statement.load()}>{sayFailure(state.failure).message}</LoadFailed>
      ) : null}
      {state.phase === 'ready' ? (
        <Found row={state.value.rows.find(({ id }) => id === transactionId) ?? null} user={user} />
      ) : null}
    </div>
  )
}

function Found({ row, user }: { row: TransactionWire | null; user: User }) {
  if (row === null) return <Note tone="warn">This line is no longer on this page of your statement.</Note>
  const facts = [
    ['Reference', row.id],
    ['Date', momentWords(row.created_at)],
    ['Customer', `${user.name} (${user.id})`],
    ['Description', row.description],
    ['Type', KIND_WORDS[row.kind]],
    ['Status', STATUS_WORDS[row.status]],
    ...(row.offer_id == null ? [] : [['Offer', String(row.offer_id)]]),
    ['Amount', signedCents(row.amount_cents)],
    ...(row.balance_cents == null ? [] : [['Balance after it', ledgerCents(row.balance_cents)]]),
  ]
  return (
    <section aria-label="Receipt" className="rounded-lg border border-line p-5">
      <div className="mb-4 flex items-center gap-3">
        <h2 className="mr-auto font-semibold text-lg tracking-tight">Receipt</h2>
        <Button className="print:hidden" onClick={() => window.print()}>
          <Printer size={15} strokeWidth={1.75} aria-hidden="true" />
          Print
        </Button>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-line border-t pt-3 text-text-3 text-xs">
        {CURRENCY_NAMES[CURRENCY]}. {BRAND}, {window.location.host}
      </p>
    </section>
  )
}
