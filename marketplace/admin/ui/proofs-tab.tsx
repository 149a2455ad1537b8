/** Proofs of funds, those that nobody has looked at first. */
import { useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { type AdminProofWire, adminProofs, adminReviewProof } from '#shared/contract/admin-people.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { Person } from './deposits-tab.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

const REVIEW_WORDS = { pending: 'Under review', approved: 'Approved', rejected: 'Rejected' } as const

export function ProofsTab({ api }: TabProps) {
  const load = useCallback((page: number) => api(adminProofs, { query: { page } }), [api])
  const pages = usePages<AdminProofWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = (row: AdminProofWire, review: 'approved' | 'rejected') =>
    setDecision({
      title: review === 'approved' ? `Approve ${row.file_name}` : `Reject ${row.file_name}`,
      action: review === 'approved' ? 'Approve' : 'Reject',
      about: (
        <p>
          Proof of {row.customer.name}: {saidOf(row)}. Good until: {untilOf(row)}.
        </p>
      ),
      needsReason: review === 'rejected',
      run: async (reason) => {
        const { amount_cents, bank, valid_until } = row
        const seen = { amount_cents, bank, valid_until }
        await api(adminReviewProof, { params: { proof: row.id }, body: { review, reason, seen } })
      },
    })
  return (
    <>
      <List
        pages={pages}
        columns={['Owner', 'File', 'Amount', 'Good until', 'Review', 'Actions']}
        empty="Nobody has uploaded a proof of funds."
        keyOf={({ id }) => id}
        cells={(row) => [
          <Person key="who" {...row.customer} />,
          <a key="file" href={row.url} target="_blank" rel="noopener" className="target underline">
            {row.file_name}
          </a>,
          saidOf(row),
          untilOf(row),
          [REVIEW_WORDS[row.review], row.review_reason].filter(Boolean).join(': '),
          <span key="acts" className="flex gap-2">
            <Button size="sm" disabled={row.review === 'approved'} onClick={() => ask(row, 'approved')}>
              Approve
            </Button>
            <Button size="sm" disabled={row.review === 'rejected'} onClick={() => ask(row, 'rejected')}>
              Reject
            </Button>
          </span>,
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

const saidOf = ({ amount_cents, bank }: AdminProofWire) =>
  [amount_cents ? formatCents(amount_cents) : null, bank].filter(Boolean).join(', ') || 'not given'

const untilOf = ({ valid_until }: AdminProofWire) => (valid_until ? dayWords(valid_until) : 'not given')
