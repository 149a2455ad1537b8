/** The statement: what moved money and what was meant to, the latest first, with the balance after each. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import { Link, LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows, Mark } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type { TransactionWire } from '#shared/contract/money.ts'
import { ledgerCents } from '#shared/format/money.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { KIND_WORDS, STATUS_WORDS, signedCents } from './labels.ts'
import { StatementFilterBar } from './statement-filter-bar.tsx'
import { createStatement, filterText, isFiltered, type StatementFilter } from './statement-model.ts'

export interface StatementProps {
  customerId: number
  filter: StatementFilter
}

export function Statement({ customerId, filter }: StatementProps) {
  const [, navigate] = useLocation()
  return (
    <section aria-labelledby="statement" className="pt-8">
      <h2 id="statement" className="mb-3 font-semibold text-lg tracking-tight">
        Transactions
      </h2>
      <StatementFilterBar
        customerId={customerId}
        filter={filter}
        onChange={(next) => navigate(addressOf(next), { replace: true })}
      />
      <Rows customerId={customerId} filter={filter} />
    </section>
  )
}

const addressOf = (filter: StatementFilter): string => {
  const query = filterText(filter)
  return query ? `/profile/wallet?${query}` : '/profile/wallet'
}

function Rows({ customerId, filter }: StatementProps) {
  useSignals()
  const { api } = useServices()
  const changes = useWallet().changes.value
  const { kind, from, to, page } = filter
  const statement = useMemo(
    () => createStatement(api, customerId, { kind, from, to, page }),
    [api, customerId, kind, from, to, page],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: money has moved.
  useEffect(() => void statement.load(), [statement, changes])
  const state = statement.state.value
  if (state.phase === 'loading') return <LoadingRows count={5} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void statement.load()}>{sayFailure(state.failure).message}</LoadFailed>
  const { rows, hasNext } = state.value
  if (rows.length === 0) return <Nothing filter={filter} />
  return (
    <>
      <Table rows={rows} filter={filter} />
      <Pages filter={filter} hasNext={hasNext} />
    </>
  )
}

function Nothing({ filter }: { filter: StatementFilter }) {
  return (
    <p className="border-line border-t py-4 text-text-2">
      {filter.page > 1
        ? 'There is nothing on this page of the statement.'
        : isFiltered(filter)
          ? 'Nothing in your statement fits this filter.'
          : 'Nothing yet. Top-ups, deposits and fees appear here, each with its receipt.'}
    </p>
  )
}

const HEAD =
  'whitespace-nowrap border-line-strong border-b pr-3 pb-2 text-left font-medium text-text-3 text-xs [font-stretch:93%] last:pr-0'
const CELL = 'border-line border-b py-2.75 pr-3 align-middle last:pr-0'
/** Their facts stand under the description on phones. */
const WIDE = 'max-desk:hidden'

function Table({ rows, filter }: { rows: readonly TransactionWire[]; filter: StatementFilter }) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr>
          <th className={classNames(HEAD, WIDE)}>Date</th>
          <th className={HEAD}>Description</th>
          <th className={classNames(HEAD, WIDE)}>Type</th>
          <th className={classNames(HEAD, WIDE)}>Status</th>
          <th className={classNames(HEAD, 'text-right max-desk:pr-0')}>Amount</th>
          <th className={classNames(HEAD, WIDE, 'text-right')}>Balance</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} filter={filter} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, filter }: { row: TransactionWire; filter: StatementFilter }) {
  const query = filterText(filter)
  return (
    <tr>
      <td className={classNames(CELL, WIDE, 'num text-text-2')}>{dayWords(row.created_at)}</td>
      <td className={classNames(CELL, 'wrap-anywhere font-medium')}>
        <Link
          href={`/profile/wallet?receipt=${row.id}${query ? `&${query}` : ''}`}
          className="hover:underline"
        >
          {row.description}
        </Link>
        <div className="num font-regular text-text-3 text-xs desk:hidden">
          {dayWords(row.created_at)} · {KIND_WORDS[row.kind]}
          {row.status === 'completed' ? '' : ` · ${STATUS_WORDS[row.status]}`}
        </div>
      </td>
      <td className={classNames(CELL, WIDE, 'text-text-2')}>{KIND_WORDS[row.kind]}</td>
      <td className={classNames(CELL, WIDE)}>
        <Status status={row.status} />
      </td>
      <td className={classNames(CELL, 'num text-right font-semibold max-desk:pr-0', amountTone(row))}>
        {signedCents(row.amount_cents)}
      </td>
      <td className={classNames(CELL, WIDE, 'num text-right text-text-2')}>
        {row.balance_cents == null ? '' : ledgerCents(row.balance_cents)}
      </td>
    </tr>
  )
}

function Status({ status }: Pick<TransactionWire, 'status'>) {
  switch (status) {
    case 'held':
    case 'pending':
      return <Mark tone="warn">{STATUS_WORDS[status]}</Mark>
    case 'failed':
      return <Mark tone="bad">{STATUS_WORDS[status]}</Mark>
    case 'completed':
    case 'released':
      return <span className="text-text-2">{STATUS_WORDS[status]}</span>
  }
}

function amountTone({ status, amount_cents }: TransactionWire): string {
  if (status === 'failed') return 'text-text-3 line-through'
  if (status === 'pending') return 'text-text-2'
  return amount_cents > 0 ? 'text-gain-text' : ''
}

function Pages({ filter, hasNext }: { filter: StatementFilter; hasNext: boolean }) {
  if (filter.page === 1 && !hasNext) return null
  return (
    <nav aria-label="Pages of the statement" className="flex items-center gap-2 pt-4">
      {filter.page > 1 ? (
        <LinkButton href={addressOf({ ...filter, page: filter.page - 1 })}>Newer</LinkButton>
      ) : null}
      <span className="num text-sm text-text-2">Page {filter.page}</span>
      {hasNext ? <LinkButton href={addressOf({ ...filter, page: filter.page + 1 })}>Older</LinkButton> : null}
    </nav>
  )
}
