/** Adjustments of wallets: one member of staff proposes them, another approves or declines. */
import { type FormEvent, useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { CURRENCY } from '#marketplace/kit/brand.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import {
  type AdjustmentWire,
  adminAdjustments,
  adminDecideAdjustment,
  adminProposeAdjustment,
} from '#shared/contract/adjustments.ts'
import { formatCents, ledgerCents } from '#shared/format/money.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { MoneyInput } from '#shared/ui/money-input.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { customerName, List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

export function AdjustmentsTab({ api }: TabProps) {
  const [isAlone, setAlone] = useState(false)
  const load = useCallback(
    async (page: number) => {
      const reply = await api(adminAdjustments, { query: { page } })
      setAlone(reply.deciders === 0)
      return reply
    },
    [api],
  )
  const pages = usePages<AdjustmentWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = (row: AdjustmentWire, decided: 'approve' | 'decline') =>
    setDecision({
      title: decided === 'approve' ? 'Approve this adjustment' : 'Decline this adjustment',
      action: decided === 'approve' ? 'Approve' : 'Decline',
      about: `${effectOf(row)} ${row.proposed_by ?? 'A former member of staff'} gave this reason: ${row.reason}`,
      needsReason: decided === 'decline',
      run: async (reason) => {
        const note = decided === 'decline' ? { note: reason } : {}
        const params = { adjustment: row.id }
        await api(adminDecideAdjustment, { params, body: { decision: decided, ...note } })
      },
    })
  return (
    <>
      {isAlone ? (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn-text">
          You are the only member of staff. An adjustment that you propose waits until another member of staff
          decides on it.
        </p>
      ) : null}
      <Proposal api={api} onDone={pages.reload} />
      <List
        pages={pages}
        columns={['Proposed', 'Customer', 'Amount', 'Reason', 'State', 'Actions']}
        empty="No adjustments yet."
        keyOf={({ id }) => id}
        cells={(row) => [
          momentWords(row.proposed_at),
          <span key="who" className="grid">
            {customerName(row.customer)}
            <span className="num text-text-2 text-xs">Number {row.customer.id}</span>
          </span>,
          <span key="amount" className="num whitespace-nowrap">
            {row.amount_cents > 0 ? '+' : ''}
            {ledgerCents(row.amount_cents)}
          </span>,
          <span key="reason" className="wrap-anywhere grid min-w-50 max-w-80 gap-1">
            {row.reason}
            <span className="text-text-2 text-xs">
              Proposed by {row.is_own ? 'you' : (row.proposed_by ?? 'a former member of staff')}
            </span>
          </span>,
          stateOf(row),
          <Acts key="act" row={row} onAsk={(decided) => ask(row, decided)} />,
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

function Acts({ row, onAsk }: { row: AdjustmentWire; onAsk: (decided: 'approve' | 'decline') => void }) {
  if (row.state !== 'proposed') return null
  if (row.is_own) return <span className="text-text-2">Another member of staff decides</span>
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onAsk('approve')}>
        Approve
      </Button>
      <Button size="sm" onClick={() => onAsk('decline')}>
        Decline
      </Button>
    </span>
  )
}

const effectOf = ({ amount_cents: cents, customer }: AdjustmentWire): string =>
  cents > 0
    ? `${formatCents(cents)} goes into the wallet of ${customerName(customer)}, customer ${customer.id}.`
    : `${formatCents(-cents)} is taken out of the wallet of ${customerName(customer)}, customer ${customer.id}.`

function stateOf({ state, decided_by, decided_at, expires_at, note }: AdjustmentWire): string {
  const by = decided_by ?? 'a former member of staff'
  switch (state) {
    case 'proposed':
      return `Waiting until ${momentWords(expires_at)}`
    case 'expired':
      return 'Expired: nobody decided in time'
    case 'approved':
      return `Approved by ${by}, ${momentWords(decided_at ?? expires_at)}`
    case 'declined':
      return `Declined by ${by}: ${note ?? ''}`
  }
}

const CENTS = 100

function Proposal({ api, onDone }: TabProps & { onDone: () => void }) {
  const typedForm = useTypedInput()
  // A key belongs to the terms it was sent with: a second press proposes nothing twice, and changed terms get a new key.
  const [sent, setSent] = useState({ terms: '', key: '' })
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const body = {
      customer_id: Number(fields.get('customer')),
      amount_cents: Math.round((parseMoney(String(fields.get('amount'))) ?? Number.NaN) * CENTS),
      reason: String(fields.get('reason')),
    }
    const terms = JSON.stringify(body)
    const key = terms === sent.terms ? sent.key : crypto.randomUUID()
    setSent({ terms, key })
    await run(async () => {
      await api(adminProposeAdjustment, { body }, { headers: { 'Idempotency-Key': key } })
      setSent({ terms: '', key: '' })
      form.reset()
      onDone()
    })
  }
  return (
    <details className="rounded-md border border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">Propose an adjustment</summary>
      <form ref={typedForm} onSubmit={(event) => void submit(event)} className="mt-3 grid max-w-100 gap-3">
        <p className="text-text-2">Nothing is booked until another member of staff approves it.</p>
        <label className="grid gap-1">
          Customer number
          <input
            {...marks('customer_id')}
            name="customer"
            type="number"
            min={1}
            required
            className="field-box"
          />
        </label>
        <label className="grid gap-1">
          Amount in {CURRENCY} (negative to deduct)
          <MoneyInput
            {...marks('amount_cents')}
            name="amount"
            pattern="-?[0-9,]+([.][0-9]{1,2})?"
            required
            className="field-box"
          />
        </label>
        <label className="grid gap-1">
          Reason, shown to the customer
          <input
            {...marks('reason')}
            name="reason"
            minLength={10}
            maxLength={500}
            required
            className="field-box"
          />
        </label>
        <FormProblem id={problemId} message={errorMessage} />
        <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-start">
          Propose
        </Button>
      </form>
    </details>
  )
}
