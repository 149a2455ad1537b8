/** Narrows the statement by kind and days, and takes it away as a file. */
import { Download } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { TRANSACTION_KINDS } from '#shared/contract/money.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { KIND_WORDS } from './labels.ts'
import { isFiltered, type StatementFilter, statementFile } from './statement-model.ts'

interface StatementFilterBarProps {
  customerId: number
  filter: StatementFilter
  onChange: (filter: StatementFilter) => void
}

/** A withdrawal and its payment are one line. */
const SHOWN_KINDS = TRANSACTION_KINDS.filter((kind) => kind !== 'withdrawal_paid')

export function StatementFilterBar({ customerId, filter, onChange }: StatementFilterBarProps) {
  const change = (part: Partial<StatementFilter>) => onChange({ ...filter, page: 1, ...part })
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2">
      <Labelled label="Type" isWide>
        {(id) => (
          <select
            id={id}
            value={filter.kind ?? ''}
            className={CONTROL}
            onChange={({ currentTarget: { value } }) =>
              change({ kind: TRANSACTION_KINDS.find((kind) => kind === value) ?? null })
            }
          >
            <option value="">All types</option>
            {SHOWN_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Day label="From" value={filter.from} max={filter.to} onChange={(from) => change({ from })} />
      <Day label="To" value={filter.to} min={filter.from} onChange={(to) => change({ to })} />
      {isFiltered(filter) ? (
        <button
          type="button"
          className={buttonClass({ variant: 'ghost' })}
          onClick={() => change({ kind: null, from: null, to: null })}
        >
          Clear
        </button>
      ) : null}
      <a
        href={statementFile(customerId, filter)}
        download
        className={`${buttonClass()} pointer-coarse:h-11 sheet:ml-auto`}
      >
        <Download size={15} strokeWidth={1.75} aria-hidden="true" />
        CSV
      </a>
    </div>
  )
}

const CONTROL =
  'h-9 rounded-md border border-field bg-surface px-2 text-sm focus:border-accent pointer-coarse:h-11'

interface LabelledProps {
  label: string
  /** A line of its own on phones. */
  isWide?: boolean
  children: (id: string) => ReactNode
}

function Labelled({ label, isWide = false, children }: LabelledProps) {
  const id = useId()
  return (
    <div className={isWide ? 'grid gap-1 max-sheet:w-full' : 'grid gap-1 max-sheet:flex-auto'}>
      <label htmlFor={id} className="data-label">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

interface DayProps {
  label: string
  value: string | null
  min?: string | null
  max?: string | null
  onChange: (day: string | null) => void
}

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className={CONTROL}
          value={value ?? ''}
          {...(min ? { min } : {})}
          {...(max ? { max } : {})}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      )}
    </Labelled>
  )
}
