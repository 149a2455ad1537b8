/** What people reported, what was published against the advice on fair housing, and parcels that are listed more than once. */

import { useCallback, useState } from 'react'
import { capitalWords } from '#marketplace/admin/audit-labels.ts'
import { REPORT_REASONS } from '#marketplace/admin/report-reasons.ts'
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
import { AgainstAdvice } from './against-advice.tsx'
import { type Decision, DecisionDialog, Facts } from './decision.tsx'
import { FormerTexts } from './former-texts.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

const KINDS = { deal: 'Deal', review: 'Review', message: 'Message' } as const

const REMOVED = {
  deal: 'The deal is taken off the list, and its open offers end.',
  review: 'The review is hidden from everyone, and its author is notified.',
  message: 'Both sides see “This message was removed.” in its place.',
} as const

const DELETED = 'a deleted account'

const reasonOf = ({ reason }: AdminReportWire): string => REPORT_REASONS[reason] ?? capitalWords(reason)

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
      title: decided === 'kept' ? `Keep this ${row.kind}` : `Remove this ${row.kind}`,
      action: decided === 'kept' ? 'Keep' : 'Remove',
      isDanger: decided === 'removed',
      about: (
        <>
          <Facts
            facts={[
              [KINDS[row.kind], <Subject key="subject" row={row} />],
              [row.kind === 'deal' ? 'Seller' : 'Written by', row.author ?? DELETED],
              ['Reason', reasonOf(row)],
              ['Details', row.details],
              ['Reported by', row.reporter ?? DELETED],
              ['Reported on', momentWords(row.created_at)],
            ]}
          />
          <p>
            {decided === 'kept' ? 'It stays as it is.' : REMOVED[row.kind]} Every open report of this{' '}
            {row.kind} is then resolved.
          </p>
        </>
      ),
      needsReason: false,
      run: () =>
        api(adminDecideReport, {
          params: { kind: row.kind, report: row.id },
          body: { decision: decided },
        }),
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
        columns={['Date', 'About', 'Reason', 'Reported by', isClosed ? 'Decision' : 'Actions']}
        empty={isClosed ? 'No resolved reports.' : 'No open reports.'}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        cells={(row) => [
          momentWords(row.created_at),
          <div key="subject" className="grid">
            <span className="text-text-2 text-xs">
              {KINDS[row.kind]} by {row.author ?? DELETED}
            </span>
            <Subject row={row} />
            {row.edited_at ? <FormerTexts api={api} reviewId={row.subject_id} /> : null}
          </div>,
          <span key="reason" className="grid">
            {reasonOf(row)}
            <span className="text-text-2 text-xs">{row.details}</span>
          </span>,
          row.reporter ?? DELETED,
          row.decision ? (
            capitalWords(row.decision)
          ) : (
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
      <h2 className="font-semibold text-lg">Published against the advice on fair housing</h2>
      <AgainstAdvice api={api} />
      <h2 className="font-semibold text-lg">Listed more than once</h2>
      <Duplicates api={api} />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

const Subject = ({ row: { url, subject } }: { row: AdminReportWire }) =>
  url ? (
    <a href={url} target="_blank" rel="noopener" className="underline">
      {subject}
    </a>
  ) : (
    <span className="whitespace-pre-line">{subject}</span>
  )

function Duplicates({ api }: TabProps) {
  const load = useCallback(() => api(adminDuplicates, {}), [api])
  const pages = usePages<Duplicate>(load)
  return (
    <List
      pages={pages}
      label="Listed more than once"
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
