/** “New since your last visit (12)”: deals that were published since and not looked at yet (checklist BRW-44). */
import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { useBrowse } from '../browse-context.tsx'
import { useBrowsePage } from '../list/page-context.ts'
import { OnlyChip } from './only-chip.tsx'

export function NewSince() {
  useSignals()
  const page = useBrowsePage()
  const newSinceMs = page.newSinceMs.value
  const table = useBrowse().shown.value?.table ?? null
  const seen = page.viewed.value
  const ids = useMemo(
    () => (table === null || newSinceMs === null ? null : newIn(table, newSinceMs, seen)),
    [table, newSinceMs, seen],
  )
  return ids === null ? null : <OnlyChip label="New since your last visit" ids={ids} />
}

function newIn({ count, numbers }: DealTable, sinceMs: number, seen: ReadonlySet<number>): Set<number> {
  const found = new Set<number>()
  for (let row = 0; row < count; row++) {
    const id = numbers.id[row] ?? 0
    if ((numbers.published_at[row] ?? Number.NaN) * SECOND_MS > sinceMs && !seen.has(id)) found.add(id)
  }
  return found
}

const SECOND_MS = 1000
