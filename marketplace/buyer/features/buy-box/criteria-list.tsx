/** The criteria of a box, each with its evidence when it was learned; edited, locked or removed in place. */
import { useSignals } from '@preact/signals-react/runtime'
import { Lock, LockOpen, Pencil, Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { CRITERIA, type CriterionKey } from '#shared/rules/buy-box.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import type { BoxModel } from './box-model.ts'
import { CriterionDialog } from './criterion-dialog.tsx'
import { criterionText, KEYS } from './criterion-labels.ts'
import { Empty, FIELD, LIST } from './parts.tsx'

export function CriteriaList({ box }: { box: BoxModel }) {
  useSignals()
  const { criteria, mode } = box.box.value
  const [editing, setEditing] = useState<CriterionKey | null>(null)
  const known = criteria.find((one) => one.key === editing)
  const list = useRef<HTMLDivElement>(null)

  async function remove(criterion: CriterionWire, index: number) {
    if (!(await box.removeCriterion(criterion.key))) return
    const undo = () => void box.setCriterion(criterion)
    toast(`${CRITERIA[criterion.key].label} removed`, { action: { label: 'Undo', run: undo } })
    // The button that was pressed is gone: the keyboard goes on at the next one.
    requestAnimationFrame(() => {
      const others = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const near = others[Math.min(index, others.length - 1)] ?? list.current?.querySelector('select')
      near?.focus()
    })
  }

  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {criteria.length === 0 ? (
        <Empty>No criteria yet: every deal in the target locations matches.</Empty>
      ) : (
        <ul className={LIST} aria-label="Criteria">
          {criteria.map((criterion, index) => (
            <Criterion
              key={criterion.key}
              box={box}
              criterion={criterion}
              canLock={mode === 'smart'}
              onEdit={() => setEditing(criterion.key)}
              onRemove={() => void remove(criterion, index)}
            />
          ))}
        </ul>
      )}
      <AddCriterion taken={criteria.map((one) => one.key)} onAdd={setEditing} />
      {editing ? (
        <CriterionDialog
          box={box}
          criterionKey={editing}
          {...(known ? { known } : {})}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </div>
  )
}

interface CriterionProps {
  box: BoxModel
  criterion: CriterionWire
  /** Only a smart box learns anew, so only there is something to lock. */
  canLock: boolean
  onEdit: () => void
  onRemove: () => void
}

function Criterion({ box, criterion, canLock, onEdit, onRemove }: CriterionProps) {
  useSignals()
  const { label } = CRITERIA[criterion.key]
  const LockIcon = criterion.is_locked ? Lock : LockOpen
  const weight = criterion.is_hard ? 'Must have' : 'Nice to have'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <span className="text-text-2">{label}</span>{' '}
          <span className="num whitespace-normal! font-label">{criterionText(criterion)}</span>
        </p>
        {criterion.evidence ? (
          <p className="mt-0.5 text-sm text-text-2">{criterion.evidence}</p>
        ) : canLock ? (
          <p className="mt-0.5 text-sm text-text-3">Set by you</p>
        ) : null}
      </div>
      <div className="flex flex-none items-center gap-0.5">
        <button
          type="button"
          aria-label={`${label}: ${weight}. Change`}
          onClick={() => void box.setCriterion({ ...criterion, is_hard: !criterion.is_hard })}
          className={classNames(
            'mr-1.5 h-7 cursor-pointer rounded-sm border px-2.25 font-medium text-xs pointer-coarse:h-11',
            criterion.is_hard
              ? 'border-accent-line bg-accent-soft text-accent-text'
              : 'border-line-strong text-text-2 hover:bg-hover',
          )}
        >
          {weight}
        </button>
        {canLock ? (
          <IconButton
            aria-label={`Keep ${label} as it is`}
            aria-pressed={criterion.is_locked}
            title={criterion.is_locked ? 'Kept as it is' : 'Changes with new purchases'}
            className={criterion.is_locked ? 'text-accent-text' : undefined}
            onClick={() => void box.setCriterion({ ...criterion, is_locked: !criterion.is_locked })}
          >
            <LockIcon size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        ) : null}
        <IconButton aria-label={`Edit ${label}`} onClick={onEdit}>
          <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton aria-label={`Remove ${label}`} data-remove onClick={onRemove}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}

interface AddProps {
  taken: readonly CriterionKey[]
  onAdd: (key: CriterionKey) => void
}

function AddCriterion({ taken, onAdd }: AddProps) {
  const id = useId()
  const free = KEYS.filter((key) => !taken.includes(key))
  const [chosen, setChosen] = useState<CriterionKey | null>(null)
  const key = chosen !== null && free.includes(chosen) ? chosen : free[0]
  if (key === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="sr-only">
        Criterion
      </label>
      <select
        id={id}
        value={key}
        onChange={(event) => setChosen(free.find((one) => one === event.currentTarget.value) ?? null)}
        className={`${FIELD} h-8! w-auto! text-sm! pointer-coarse:h-11!`}
      >
        {free.map((one) => (
          <option key={one} value={one}>
            {CRITERIA[one].label}
          </option>
        ))}
      </select>
      <Button size="sm" className="h-8! pointer-coarse:h-11!" onClick={() => onAdd(key)}>
        <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        Add criterion
      </Button>
    </div>
  )
}
