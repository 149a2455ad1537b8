/** The books: balances, and every transaction with its entries, the latest first. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { adminLedger, adminLedgerTotals, type LedgerRowWire } from '#shared/contract/admin-money.ts'
import { ledgerCents } from '#shared/format/money.ts'
import { customerName, List } from './list.tsx'
import type { TabProps } from './tab-props.ts'
import { UnclaimedPayments } from './unclaimed-payments.tsx'

export function BooksTab({ api }: TabProps) {
  const load = useCallback((page: number) => api(adminLedger, { query: { page } }), [api])
  const pages = usePages<LedgerRowWire>(load)
  return (
    <>
      <Totals api={api} rows={pages.rows} />
      <UnclaimedPayments api={api} onDone={pages.reload} />
      <h2 className="font-semibold text-md">Transactions, newest first</h2>
      <List
        pages={pages}
        columns={['Date', 'Customer', 'What for', 'Entries']}
        empty="No transactions yet."
        keyOf={({ id }) => id}
        cells={(row) => [
          momentWords(row.created_at),
          customerName(row.customer),
          <span key="what" className="wrap-anywhere grid max-w-80 gap-1 desk:min-w-40">
            {row.description}
            {row.approved_by ? (
              <span className="text-text-2 text-xs">
                Proposed by {row.proposed_by ?? 'a former member of staff'}, approved by {row.approved_by}
              </span>
            ) : null}
          </span>,
          <ul key="entries" className="num">
            {row.entries.map(({ place, amount_cents }) => (
              <li key={place} className="flex justify-between gap-4">
                <span>{placeName(place)}</span>
                <span>{ledgerCents(amount_cents)}</span>
              </li>
            ))}
          </ul>,
        ]}
      />
    </>
  )
}

/** Read again whenever the list was. */
function Totals({ api, rows }: TabProps & { rows: readonly LedgerRowWire[] | null }) {
  useSignals()
  const [totals] = useState(() => createResource(async () => (await api(adminLedgerTotals, {})).data))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list says when the books have changed
  useEffect(() => void totals.load(), [totals, rows])
  useEffect(() => totals.reset, [totals])
  const state = totals.state.value
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void totals.load()}>The balances could not be loaded.</LoadFailed>
  if (state.phase !== 'ready') return null
  const places = { ...state.value.places, total: state.value.sum_cents }
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-x-4 gap-y-2 text-sm desk:flex desk:flex-wrap desk:gap-x-6">
      {Object.entries(places).map(([place, cents]) => (
        <div key={place}>
          <dt className="text-text-2 text-xs">{placeName(place)}</dt>
          <dd className="num font-semibold">{ledgerCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

const PLACE_NAMES: Readonly<Record<string, string>> = {
  wallet: 'Wallets',
  deposit: 'Deposits held',
  provider: 'Card provider',
  platform_fees: 'Platform fees',
  forfeited: 'Deposits kept',
  adjustments: 'Adjustments',
  suspense: 'Unclaimed payments',
  payouts: 'Withdrawals',
  bank: 'Bank',
  total: 'Total',
}

const placeName = (place: string): string => PLACE_NAMES[place] ?? place.replace('_', ' ')
