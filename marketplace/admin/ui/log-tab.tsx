/** Who did what to what, from where, before and after. */
import { useCallback } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { type AuditWire, adminAudit } from '#shared/contract/admin.ts'
import { List, moment } from './list.tsx'
import type { TabProps } from './tab-props.ts'

export function LogTab({ api }: TabProps) {
  const load = useCallback((page: number) => api(adminAudit, { query: { page } }), [api])
  const pages = usePages<AuditWire>(load)
  return (
    <List
      pages={pages}
      columns={['When', 'Who', 'What', 'To', 'Before', 'After', 'From']}
      empty="Nothing was done yet."
      keyOf={({ id }) => id}
      cells={(row) => [
        moment(row.at),
        `${row.actor ?? row.actor_kind} (${row.actor_kind})`,
        row.action,
        [row.subject_kind, row.subject_id].filter((part) => part !== null).join(' '),
        <Values key="before" values={row.before} />,
        <Values key="after" values={row.after} />,
        row.ip ?? '',
      ]}
    />
  )
}

function Values({ values }: { values: AuditWire['before'] }) {
  if (!values) return null
  return (
    <ul className="max-w-70 break-words text-xs">
      {Object.entries(values).map(([name, value]) => (
        <li key={name}>
          {name}: {typeof value === 'object' ? JSON.stringify(value) : String(value)}
        </li>
      ))}
    </ul>
  )
}
