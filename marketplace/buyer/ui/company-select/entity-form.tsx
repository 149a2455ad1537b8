/** The form that links LLCs and trusts: one field a row, as many rows as are needed. */
import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { FieldError } from '#marketplace/kit/ui/field.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { Button } from '#shared/ui/button.tsx'
import { CompanySelect } from './company-select.tsx'
import type { EntityForm as Form } from './entity-form-model.ts'

export interface EntityFormProps {
  form: Form
  submitLabel?: string
  /** Under the button, e.g. the other way to set up. */
  children?: ReactNode
}

export function EntityForm({ form, submitLabel = 'Create My Buy Box', children }: EntityFormProps) {
  useSignals()
  const rows = form.rows.value
  const inputs = useRef(new Map<number, HTMLInputElement>())
  const element = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    await form.submit()
    const wrong = form.rows.peek().find((row) => row.error !== null)
    if (wrong) requestAnimationFrame(() => inputs.current.get(wrong.key)?.focus())
  }

  function addRow() {
    form.addRow()
    const fresh = form.rows.peek().at(-1)
    if (fresh) requestAnimationFrame(() => inputs.current.get(fresh.key)?.focus())
  }

  function remove(key: number, index: number) {
    form.removeRow(key)
    const left = form.rows.peek()
    const heir = left[Math.min(index, left.length - 1)]
    if (heir) requestAnimationFrame(() => inputs.current.get(heir.key)?.focus())
  }

  return (
    <form
      ref={element}
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {rows.map((row, index) => (
          <div key={row.key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1.5">
            <CompanySelect
              row={row}
              search={form.search(row.key)}
              onType={(text) => form.type(row.key, text)}
              onPick={(company) => form.pick(row.key, company)}
              inputRef={(input) => {
                if (input) inputs.current.set(row.key, input)
                else inputs.current.delete(row.key)
              }}
            />
            <IconButton
              aria-label={rows.length === 1 ? 'Clear row 1' : `Remove row ${index + 1}`}
              className="mt-6.5"
              disabled={row.isSubmitting}
              onClick={() => remove(row.key, index)}
            >
              <Trash2 size={17} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
      </div>
      <div className="mt-2.5">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2.25 disabled:bg-transparent pointer-coarse:h-11"
          disabled={!form.canAddRow.value}
          onClick={addRow}
        >
          + Add Another LLC or Trust
        </Button>
      </div>
      <FieldError>{form.problem.value}</FieldError>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        className="mt-3.5"
        isBusy={form.isSubmitting.value}
        disabled={!form.canSubmit.value}
      >
        {submitLabel}
      </Button>
      {children}
    </form>
  )
}
