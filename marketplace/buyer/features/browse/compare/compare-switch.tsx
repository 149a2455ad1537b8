/** Puts a deal beside others to be compared, at most five (checklist BRW-43). */
import { useSignals } from '@preact/signals-react/runtime'
import { Columns2 } from 'lucide-react'
import { useButtonTabIndex } from '#marketplace/buyer/ui/deal/card-stop.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { COMPARE_MAX } from '#shared/contract/limits.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'
import { type Compared, toggleCompared } from './compared.ts'

export function CompareSwitch({ id, name }: { id: number; name: string }) {
  useSignals()
  const model = useBrowse()
  const isOn = model.query.value.compare.includes(id)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      tabIndex={useButtonTabIndex()}
      aria-label={`Compare ${name}`}
      onClick={() => compare(model, id)}
      title={isOn ? 'Take out of the comparison' : 'Compare'}
      className={classNames(
        'relative z-1 grid size-6 flex-none cursor-pointer place-items-center rounded-sm pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5',
        isOn ? 'bg-accent-soft text-accent-text' : 'text-text-3 hover:bg-active hover:text-text',
      )}
    >
      <Columns2 size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/** In and out of the tray; says so when it is full. */
export function compare(model: Compared, id: number): void {
  const next = toggleCompared(model.query.peek().compare, id)
  if (next === null) toast(`Compare up to ${COMPARE_MAX} deals. Remove one first.`)
  else model.change({ compare: next }, 'replace')
}
