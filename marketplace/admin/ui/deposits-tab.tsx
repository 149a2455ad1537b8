/** Deposits: those that wait for a decision first. One person proposes to keep a deposit, and another decides. */

import { useCallback, useState } from 'react'
import { capitalWords } from '#marketplace/admin/audit-labels.ts'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import {
  type AdminDepositWire,
  adminDecideForfeit,
  adminDeposits,
  adminProposeForfeit,
  adminRefundDeposit,
} from '#shared/contract/admin-money.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

export function DepositsTab({ api }: TabProps) {
  const load = useCallback((page: number) => api(adminDeposits, { query: { page } }), [api])
  const pages = usePages<AdminDepositWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = (row: AdminDepositWire, kind: keyof typeof WORDS) =>
    setDecision({
      ...WORDS[kind],
      about: `${formatCents(row.amount_cents)} of ${row.customer.name}.`,
      run: async (reason) => {
        const params = { deposit: row.id }
        if (kind === 'refund') await api(adminRefundDeposit, { params, body: { reason } })
        else if (kind === 'propose') await api(adminProposeForfeit, { params, body: { reason } })
        else await api(adminDecideForfeit, { params, body: { decision: kind } })
      },
    })
  return (
    <>
      <List
        pages={pages}
        columns={['Customer', 'Amount', 'State', 'Offers on it', 'Proposal to keep it', 'Actions']}
        empty="No deposit is held."
        keyOf={({ id }) => id}
        cells={(row) => [
          <Person key="who" {...row.customer} />,
          <span key="amount" className="num">
            {formatCents(row.amount_cents)}
          </span>,
          capitalWords(row.state),
          row.active_offers_count,
          <Forfeit key="forfeit" forfeit={row.forfeit} />,
          <span key="act" className="flex flex-wrap items-center gap-2">
            <Button size="sm" onClick={() => ask(row, 'refund')}>
              Refund
            </Button>
            {row.forfeit ? (
              <>
                <Button size="sm" onClick={() => ask(row, 'drop')}>
                  Drop the proposal
                </Button>
                {row.forfeit.is_own ? (
                  'Another member of staff decides'
                ) : (
                  <Button
                    size="sm"
                    variant="danger"
                    disabled={Date.parse(row.forfeit.decided_after) > Date.now()}
                    onClick={() => ask(row, 'forfeit')}
                  >
                    Keep it
                  </Button>
                )}
              </>
            ) : (
              <Button size="sm" onClick={() => ask(row, 'propose')}>
                Propose to keep it
              </Button>
            )}
          </span>,
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

const WORDS = {
  refund: { title: 'Refund this deposit', action: 'Refund' },
  propose: { title: 'Propose to keep this deposit', action: 'Propose' },
  drop: { title: 'Drop the proposal to keep this deposit', action: 'Drop the proposal', needsReason: false },
  forfeit: { title: 'Keep this deposit for good', action: 'Keep it', needsReason: false, isDanger: true },
} as const

export function Person({ name, email }: { name: string; email: string }) {
  return (
    <span className="grid">
      <b className="font-medium">{name}</b>
      <span className="text-text-2 text-xs">{email}</span>
    </span>
  )
}

function Forfeit({ forfeit }: Pick<AdminDepositWire, 'forfeit'>) {
  if (!forfeit) return 'None'
  return (
    <span className="grid max-w-70 gap-1">
      <span>{forfeit.reason}</span>
      <span className="text-text-2 text-xs">
        Proposed by {forfeit.is_own ? 'you' : (forfeit.proposed_by ?? 'somebody')}; decide after{' '}
        {momentWords(forfeit.decided_after)}
      </span>
      {forfeit.appeal ? <q className="text-xs">{forfeit.appeal}</q> : null}
    </span>
  )
}
