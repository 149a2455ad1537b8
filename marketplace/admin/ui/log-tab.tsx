/** The audit log: who did what to what, from where, before and after. */
import { useCallback } from 'react'
import { actionLabel, plain, valueLines } from '#marketplace/admin/audit-labels.ts'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { type AuditWire, adminAudit } from '#shared/contract/admin.ts'
import { List } from './list.tsx'
import { settingName, settingWords } from './settings-tab.tsx'
import type { TabProps } from './tab-props.ts'

export function LogTab({ api }: TabProps) {
  const load = useCallback((page: number) => api(adminAudit, { query: { page } }), [api])
  const pages = usePages<AuditWire>(load)
  return (
    <List
      pages={pages}
      columns={['When', 'Who', 'What', 'To', 'Before', 'After', 'From']}
      empty="No entries yet."
      keyOf={({ id }) => id}
      cells={(row) => [
        momentWords(row.at),
        row.actor == null ? plain(row.actor_kind) : `${row.actor} (${plain(row.actor_kind)})`,
        actionLabel(row.action),
        ...changeOf(row),
        row.ip ?? '',
      ]}
    />
  )
}

/** What was changed, and its values before and after. */
function changeOf({ subject_kind: kind, subject_id: id, before, after }: AuditWire) {
  const [, setting] = /^setting (\w+)$/.exec(kind) ?? []
  if (setting === undefined)
    return [[plain(kind), id].filter((part) => part != null).join(' '), valuesOf(before), valuesOf(after)]
  const words = (values: AuditWire['before']) =>
    typeof values?.value === 'number' ? settingWords(setting, values.value) : null
  return [settingName(setting), words(before), words(after)]
}

function valuesOf(values: AuditWire['before']) {
  const lines = valueLines(values ?? {})
  if (lines.length === 0) return null
  return (
    <ul className="max-w-70 break-words text-xs">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
