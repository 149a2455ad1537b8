/** Puts a deal beside others to be compared, at most five (checklist BRW-43). */
import { useSignals } from '@preact/signals-react/runtime'
import { Check, Plus } from 'lucide-react'
import { toast } from '#marketplace/ui/toast.ts'
import { COMPARE_MAX } from '#shared/contract/limits.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'
import { type Compared, toggleCompared } from './compared.ts'

export function CompareSwitch({ id, name }: { id: number; name: string }) {
  useSignals()
  const model = useBrowse()
  const isOn = model.query.value.compare.includes(id)
  const Icon = isOn ? Check : Plus
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`Compare ${name}`}
      onClick={() => compare(model, id)}
      className={classNames(
        'relative z-1 ml-auto inline-flex h-5 flex-none cursor-pointer items-center gap-0.75 rounded-xs px-1 font-medium text-2xs pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5',
        isOn ? 'bg-accent-soft text-accent-text' : 'text-text-3 hover:bg-active hover:text-text',
      )}
    >
      <Icon size={12} strokeWidth={2} aria-hidden="true" />
      Compare
    </button>
  )
}

/** In and out of the tray; says so when it is full. */
export function compare(model: Compared, id: number): void {
  const next = toggleCompared(model.query.peek().compare, id)
  if (next === null) toast(`At most ${COMPARE_MAX} deals stand side by side. Take one out first.`)
  else model.change({ compare: next }, 'replace')
}
