/** Which columns the table has. */
import { Columns3 } from 'lucide-react'
import { useId } from 'react'
import { buttonClass } from '#shared/ui/button.tsx'
import { TABLE_COLUMNS, type TableColumn } from './table-columns.ts'

export interface ColumnChooserProps {
  columns: readonly TableColumn[]
  onChange: (columns: readonly TableColumn[]) => void
}

export function ColumnChooser({ columns, onChange }: ColumnChooserProps) {
  const id = useId()
  const toggle = (column: TableColumn) =>
    onChange(TABLE_COLUMNS.filter((one) => columns.includes(one) !== (one === column)))
  return (
    <div className="flex flex-none justify-end border-line border-b px-4 py-1.5">
      <button type="button" popoverTarget={id} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
        <Columns3 size={14} strokeWidth={1.75} aria-hidden="true" />
        Columns
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-40 right-4 max-h-[60dvh] w-56 overflow-y-auto rounded-lg bg-overlay p-1.5 text-text shadow-pop"
      >
        <fieldset>
          <legend className="sr-only">Columns</legend>
          {TABLE_COLUMNS.map((column) => (
            <label
              key={column.id}
              className="flex h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-hover pointer-coarse:h-11"
            >
              <input
                type="checkbox"
                checked={columns.includes(column)}
                onChange={() => toggle(column)}
                className="size-4 accent-accent"
              />
              {column.label}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}
