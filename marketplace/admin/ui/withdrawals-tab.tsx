/** Withdrawals to bank accounts: one member of staff takes it on, sends the money and notes the transfer, another confirms it. */

import { useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import {
  type AdminWithdrawalWire,
  adminDecideWithdrawal,
  adminPayWithdrawal,
  adminTakeWithdrawal,
  adminWithdrawals,
} from '#shared/contract/admin-withdrawals.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog, Facts } from './decision.tsx'
import { customerName, List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

type Act = 'take' | 'takeOver' | 'pay' | 'confirm' | 'decline'

export function WithdrawalsTab({ api }: TabProps) {
  const [isAlone, setAlone] = useState(false)
  const load = useCallback(
    async (page: number) => {
      const reply = await api(adminWithdrawals, { query: { page } })
      setAlone(reply.deciders === 0)
      return reply
    },
    [api],
  )
  const pages = usePages<AdminWithdrawalWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <>
      {isAlone ? (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn-text">
          You are the only member of staff. A payment that you note waits until another member of staff
          confirms it.
        </p>
      ) : null}
      <List
        pages={pages}
        columns={['Requested', 'Customer', 'Amount', 'To', 'State', 'Actions']}
        empty="No withdrawals yet."
        keyOf={({ id }) => id}
        cells={(row) => [
          momentWords(row.created_at),
          <span key="who" className="grid">
            {customerOf(row)}
            <span className="num text-text-2 text-xs">
              Number {row.customer.id}
              {row.customer.is_deleted ? ', account deleted' : ''}
            </span>
            {row.customer.email && row.state === 'requested' ? (
              <span className="wrap-anywhere text-text-2 text-xs">{row.customer.email}</span>
            ) : null}
          </span>,
          <span key="amount" className="num whitespace-nowrap">
            {formatCents(row.amount_cents)}
          </span>,
          <Place key="to" row={row} />,
          stateOf(row),
          <Acts key="act" row={row} onAsk={(act) => setDecision(decisionFor(row, act, api))} />,
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

/** What staff are asked before they do it, and what is done then. */
function decisionFor(row: AdminWithdrawalWire, act: Act, api: TabProps['api']): Decision {
  const params = { withdrawal: row.id }
  switch (act) {
    case 'take':
      return {
        title: 'Take on this withdrawal',
        action: 'Take on',
        needsReason: false,
        about: about(row, 'You then see the bank account, and the customer can no longer cancel.'),
        run: () => api(adminTakeWithdrawal, { params, body: {} }),
      }
    case 'takeOver':
      return {
        title: 'Take over this withdrawal',
        action: 'Take over',
        needsReason: false,
        about: about(
          row,
          'The money may have been sent already. Ask them or look at the bank first, so that it is not sent twice.',
        ),
        run: () => api(adminTakeWithdrawal, { params, body: row.taken_at ? { taken_at: row.taken_at } : {} }),
      }
    case 'pay':
      return {
        title: 'Mark as paid',
        action: 'Mark as paid',
        minLength: 3,
        maxLength: 100,
        reasonLabel: 'Reference of the bank transfer',
        about: about(
          row,
          'Send the money first. Nothing is booked until another member of staff confirms it.',
        ),
        run: (reference) => api(adminPayWithdrawal, { params, body: { reference } }),
      }
    case 'confirm':
      return {
        title: 'Confirm this payment',
        action: 'Confirm',
        needsReason: false,
        about: about(row, 'Find this transfer at the bank first. Confirming books it.'),
        run: () => api(adminDecideWithdrawal, { params, body: { decision: 'confirm' } }),
      }
    case 'decline':
      return {
        title: 'Decline this withdrawal',
        action: 'Decline',
        reasonLabel: 'Reason, shown to the customer',
        isDanger: true,
        about: about(row, 'The money returns to the wallet.'),
        run: (note) => api(adminDecideWithdrawal, { params, body: { decision: 'decline', note } }),
      }
  }
}

const about = (row: AdminWithdrawalWire, whatFollows: string) => (
  <>
    <Facts
      facts={[
        ['Customer', `${customerOf(row)}, number ${row.customer.id}`],
        ['Amount', formatCents(row.amount_cents)],
        ['To', <Place key="to" row={row} />],
        ['Handled by', handlerOf(row)],
        ['Reference', row.reference],
        ['Noted by', row.reference === null ? null : (row.paid_by ?? FORMER)],
      ]}
    />
    <p>{whatFollows}</p>
  </>
)

const customerOf = ({ customer: { id, name } }: AdminWithdrawalWire): string =>
  customerName({ id, name: name ?? null })

function Place({ row: { method, card, bank, bank_last_four, state } }: { row: AdminWithdrawalWire }) {
  if (method === 'card') return card ? `${card.brand} ending ${card.last_four}` : 'Card'
  if (bank)
    return (
      <span className="num grid">
        {bank.holder}
        <span className="text-text-2 text-xs">Routing {bank.routing_number}</span>
        <span className="text-text-2 text-xs">Account {bank.account_number}</span>
      </span>
    )
  if (bank_last_four) return `Bank account ending ${bank_last_four}`
  return state === 'requested' ? 'The card refused it. Ask by email for a bank account.' : 'Bank account'
}

const FORMER = 'a former member of staff'

/** Null while nobody does, and once it is paid or returned. */
const handlerOf = (row: AdminWithdrawalWire): string | null =>
  row.state !== 'requested' || row.can_cancel ? null : row.is_handler ? 'you' : (row.taken_by ?? FORMER)

const WORDS = { take: 'Take on', takeOver: 'Take over', pay: 'Mark as paid', confirm: 'Confirm' } as const

/** What one who has left noted cannot be confirmed: it is taken over and noted again. */
function nextAct(row: AdminWithdrawalWire): keyof typeof WORDS {
  if (row.reference != null && row.paid_by != null) return 'confirm'
  if (row.can_cancel) return 'take'
  return row.is_handler ? 'pay' : 'takeOver'
}

function Acts({ row, onAsk }: { row: AdminWithdrawalWire; onAsk: (act: Act) => void }) {
  if (row.state !== 'requested') return null
  const next = nextAct(row)
  if (next === 'confirm' && row.is_own)
    return <span className="text-text-2">Another member of staff confirms</span>
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onAsk(next)}>
        {WORDS[next]}
      </Button>
      {row.customer.is_deleted || next === 'takeOver' ? null : (
        <Button size="sm" onClick={() => onAsk('decline')}>
          Decline
        </Button>
      )}
    </span>
  )
}

function stateOf(row: AdminWithdrawalWire): string {
  const { state, reference, paid_by, decided_by, settled_at, note } = row
  const at = settled_at ? `, ${momentWords(settled_at)}` : ''
  const handler = handlerOf(row)
  switch (state) {
    case 'sending':
      return 'Sending to the card'
    case 'requested':
      if (reference) return `Paid by ${row.is_own ? 'you' : (paid_by ?? FORMER)}: ${reference}`
      return handler ? `Handled by ${handler}` : 'Waiting for payment'
    case 'paid':
      return `Paid${reference ? `: ${reference}` : ''}${decided_by ? `, confirmed by ${decided_by}` : ''}${at}`
    case 'returned':
      return `Returned${decided_by ? ` by ${decided_by}` : ''}: ${note ?? ''}`
  }
}
