/** A switch that leaves only some deals of the result, e.g. those that are new; which ones stays as it was when it was turned on. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { formatNumber } from '#shared/format/count.ts'
import type { DealTable } from '#shared/rules/deals/table.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'

export interface OnlyChipProps {
  label: string
  ids: ReadonlySet<number>
  /** Those of the result, or all that are listed: what came just now may not stand in the list yet. */
  counted?: 'shown' | 'listed'
}

const CHIP =
  'num inline-flex h-6.5 flex-none cursor-pointer items-center rounded-sm border bg-surface px-2.25 font-medium text-xs hover:bg-hover pointer-coarse:h-9'

/** Nothing while none of them is in the result. */
export function OnlyChip({ label, ids, counted = 'shown' }: OnlyChipProps) {
  useSignals()
  const model = useBrowse()
  const [kept, setKept] = useState<ReadonlySet<number> | null>(null)
  const isOn = kept !== null && model.onlyIds.value === kept
  const shown = model.shown.value
  const asked = isOn ? kept : ids
  const count =
    shown === null
      ? 0
      : counted === 'shown'
        ? countIn(model.order.value, asked)
        : listedOf(shown.table, asked)
  if (count === 0 && !isOn) return null
  function press() {
    const next = isOn ? null : new Set(ids)
    setKept(next)
    model.onlyIds.value = next
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={press}
      className={classNames(
        CHIP,
        isOn ? 'border-transparent bg-accent-soft text-accent-text' : 'border-line-strong',
      )}
    >
      {label} ({formatNumber(count)})
    </button>
  )
}

const listedOf = (table: DealTable, ids: ReadonlySet<number>): number =>
  [...ids].filter((id) => table.rowOf(id) >= 0).length

function countIn(order: Uint32Array, ids: ReadonlySet<number>): number {
  let count = 0
  for (const id of order) if (ids.has(id)) count++
  return count
}
