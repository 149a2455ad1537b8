/** Payments that arrived after their owners deleted their accounts; shown only if there are any. */
import { useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import {
  adminReturnPayment,
  adminUnclaimedPayments,
  type UnclaimedPaymentWire,
} from '#shared/contract/unclaimed-payments.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

export function UnclaimedPayments({ api, onDone }: TabProps & { onDone: () => void }) {
  const load = useCallback((page: number) => api(adminUnclaimedPayments, { query: { page } }), [api])
  const pages = usePages<UnclaimedPaymentWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const reload = () => {
    pages.reload()
    onDone()
  }
  const ask = (row: UnclaimedPaymentWire) =>
    setDecision({
      title: 'Return this payment',
      action: 'Return',
      about: `${formatCents(row.amount_cents)} goes back to the card it came from.`,
      run: async (reason) => {
        await api(adminReturnPayment, { params: { payment: row.id }, body: { reason } })
      },
    })
  if (pages.rows?.length === 0) return null
  return (
    <section aria-labelledby="unclaimed" className="grid gap-2">
      <h2 id="unclaimed" className="font-semibold text-md">
        Payments of deleted accounts
      </h2>
      {pages.rows ? (
        <p className="text-sm text-text-2">
          These arrived after their owners had deleted their accounts. Return each to the card it came from.
        </p>
      ) : null}
      <List
        pages={pages}
        columns={['Date', 'Amount', 'Payment', 'Customer', 'Return']}
        empty=""
        keyOf={({ id }) => id}
        cells={(row) => [
          momentWords(row.booked_at),
          <span key="amount" className="num">
            {formatCents(row.amount_cents)}
          </span>,
          <span key="payment" className="wrap-anywhere block min-w-30">
            {row.provider} {row.provider_ref}
          </span>,
          `Customer ${row.customer_id}, deleted`,
          row.returned_at ? (
            `Returned ${momentWords(row.returned_at)}`
          ) : (
            <Button key="act" size="sm" onClick={() => ask(row)}>
              Return to card
            </Button>
          ),
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={reload} onClose={() => setDecision(null)} />
      ) : null}
    </section>
  )
}
