/** The audit log: who did what to what, from where, before and after. */
import { useCallback, useState } from 'react'
import { actionLabel, actorLabel, changeLines, subjectLabel } from '#marketplace/admin/audit-labels.ts'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { type AuditWire, adminAudit } from '#shared/contract/admin.ts'
import { List } from './list.tsx'
import { settingName, settingWords } from './settings-tab.tsx'
import type { TabProps } from './tab-props.ts'

export function LogTab({ api }: TabProps) {
  const [isReads, setReads] = useState(false)
  const load = useCallback(
    (page: number) => api(adminAudit, { query: { page, reads: isReads ? '1' : '0' } }),
    [api, isReads],
  )
  const pages = usePages<AuditWire>(load)
  return (
    <>
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" checked={isReads} onChange={({ target: { checked } }) => setReads(checked)} />
        Show which buyers’ records staff looked at
      </label>
      <List
        pages={pages}
        columns={['When', 'Who', 'Action', 'Subject', 'Before', 'After', 'IP address']}
        empty="No entries yet."
        keyOf={({ id }) => id}
        cells={(row) => [
          momentWords(row.at),
          actorLabel(row),
          actionLabel(row.action),
          ...changeOf(row),
          row.ip ?? '',
        ]}
      />
    </>
  )
}

/** What was changed, and its values before and after. */
function changeOf(row: AuditWire) {
  const { subject_kind: kind, before, after } = row
  const [, setting] = /^setting (\w+)$/.exec(kind) ?? []
  if (setting !== undefined && typeof after?.value === 'number')
    return [settingName(setting), ...[before, after].map((values) => settingValue(setting, values))]
  const lines = changeLines(before ?? {}, after ?? {})
  return [subjectLabel(row), linesAsList(lines.before), linesAsList(lines.after)]
}

const settingValue = (name: string, values: AuditWire['before']): string | null =>
  typeof values?.value === 'number' ? settingWords(name, values.value) : null

const linesAsList = (lines: readonly string[]) =>
  lines.length === 0 ? null : (
    <ul className="max-w-70 text-xs [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
