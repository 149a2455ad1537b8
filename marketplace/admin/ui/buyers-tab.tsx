/** Buyers: identity checks that wait for a person, and a look at the app through somebody's eyes. */

import { useCallback, useState } from 'react'
import { capitalWords } from '#marketplace/admin/audit-labels.ts'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import {
  type AdminCustomerWire,
  adminCustomers,
  adminDecideIdentity,
  adminViewAs,
} from '#shared/contract/admin-people.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { Person } from './deposits-tab.tsx'
import { IdentityButtons, identityDecision } from './identity-decision.tsx'
import { List } from './list.tsx'
import { Search } from './search.tsx'
import type { TabProps } from './tab-props.ts'

function emptyWords(q: string, isWaiting: boolean): string {
  if (q !== '') return 'No buyer has this name or email.'
  return isWaiting ? 'No identity checks are waiting.' : 'No buyers yet.'
}

export function BuyersTab({ api }: TabProps) {
  const [q, setQ] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const load = useCallback(
    (page: number) =>
      api(adminCustomers, {
        query: { page, ...(q === '' ? {} : { q }), ...(isWaiting ? { idv: 'review' as const } : {}) },
      }),
    [api, q, isWaiting],
  )
  const pages = usePages<AdminCustomerWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  return (
    <>
      <Search label="Name or email" onSearch={setQ} />
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isWaiting}
          onChange={({ target: { checked } }) => setWaiting(checked)}
        />
        Identity checks that wait for a person
      </label>
      <List
        pages={pages}
        columns={['Number', 'Buyer', 'Identity', 'Since', 'Actions']}
        empty={emptyWords(q, isWaiting)}
        keyOf={({ id }) => id}
        cells={(row) => [
          row.id,
          <Person key="who" {...row} />,
          capitalWords(row.idv_status ?? 'not_started'),
          momentWords(row.created_at),
          <Acts key="acts" row={row} api={api} onAsk={setDecision} />,
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

interface ActsProps extends TabProps {
  row: AdminCustomerWire
  onAsk: (decision: Decision) => void
}

function Acts({ row, api, onAsk }: ActsProps) {
  const params = { customer: row.id }
  const view: Decision = {
    title: `Look at the app as ${row.name}`,
    action: 'Open it',
    about:
      'For 15 minutes this browser is logged in as this person, without being able to change anything. This is logged.',
    run: async (reason) => {
      const { data } = await api(adminViewAs, { params, body: { reason } })
      window.open(data.url, '_blank', 'noopener')
    },
  }
  const decide = (decision: 'success' | 'failed'): Decision => ({
    ...identityDecision(row.name, decision),
    run: async (reason) => {
      await api(adminDecideIdentity, { params, body: { decision, reason } })
    },
  })
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onAsk(view)}>
        View as buyer
      </Button>
      {row.idv_status === 'pending_review' ? (
        <IdentityButtons onDecide={(decided) => onAsk(decide(decided))} />
      ) : null}
    </span>
  )
}
