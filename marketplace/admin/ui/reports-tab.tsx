/** What people reported, and parcels that are listed more than once. */

import { useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import {
  type AdminReportWire,
  adminDecideReport,
  adminDuplicates,
  adminReports,
} from '#shared/contract/admin-people.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

type Duplicate = Reply<typeof adminDuplicates>['data'][number]

export function ReportsTab({ api }: TabProps) {
  const [isClosed, setClosed] = useState(false)
  const load = useCallback(
    (page: number) => api(adminReports, { query: { page, is_closed: isClosed ? '1' : '0' } }),
    [api, isClosed],
  )
  const pages = usePages<AdminReportWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = (row: AdminReportWire, decided: 'kept' | 'removed') =>
    setDecision({
      title: decided === 'kept' ? 'Keep it as it is' : `Take this ${row.kind} away`,
      action: decided === 'kept' ? 'Keep' : 'Remove',
      about: row.subject,
      needsReason: false,
      run: async () => {
        await api(adminDecideReport, {
          params: { kind: row.kind, report: row.id },
          body: { decision: decided },
        })
        pages.reload()
      },
    })
  return (
    <>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isClosed}
          onChange={({ target: { checked } }) => setClosed(checked)}
        />
        Resolved
      </label>
      <List
        pages={pages}
        columns={['Date', 'About', 'Reason', 'By', isClosed ? 'Decision' : 'Decide']}
        empty={isClosed ? 'No resolved reports.' : 'No open reports.'}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        cells={(row) => [
          momentWords(row.created_at),
          <Subject key="subject" row={row} />,
          [row.reason.replaceAll('_', ' '), row.details].filter(Boolean).join(': '),
          row.reporter ?? 'a deleted account',
          row.decision ?? (
            <span key="act" className="flex gap-2">
              <Button size="sm" onClick={() => ask(row, 'kept')}>
                Keep
              </Button>
              <Button size="sm" variant="danger" onClick={() => ask(row, 'removed')}>
                Remove
              </Button>
            </span>
          ),
        ]}
      />
      <h2 className="font-semibold text-lg">Listed more than once</h2>
      <Duplicates api={api} />
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
    </>
  )
}

function Subject({ row }: { row: AdminReportWire }) {
  const words = `${row.kind}: ${row.subject}`
  return row.url ? (
    <a href={row.url} target="_blank" rel="noopener" className="underline">
      {words}
    </a>
  ) : (
    words
  )
}

function Duplicates({ api }: TabProps) {
  const load = useCallback(() => api(adminDuplicates, {}), [api])
  const pages = usePages<Duplicate>(load)
  return (
    <List
      pages={pages}
      columns={['Parcel', 'Deals']}
      empty="No parcel is listed twice."
      keyOf={({ parcel }) => parcel}
      cells={(row) => [
        row.parcel,
        <ul key="deals">
          {row.deals.map(({ id, name, account, url }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noopener" className="underline">
                {name}
              </a>
              , deal {id}, by {account}
            </li>
          ))}
        </ul>,
      ]}
    />
  )
}
