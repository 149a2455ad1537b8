/** Form controls beside the text field: text area, drop-down, and a group of boxes to tick. */
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { FieldError } from './field.tsx'

const LABEL = 'font-label text-sm'
const BOX =
  'w-full min-w-0 rounded-md border border-field bg-surface text-base text-text max-desk:text-[1rem] focus:border-accent focus:outline-none focus:shadow-[inset_0_0_0_1px_var(--color-accent)]'

interface TextAreaProps {
  label: string
  name: string
  value: string
  maxLength: number
  error: string | null
  onChange: (value: string) => void
}

export function TextArea({ label, name, value, maxLength, error, onChange }: TextAreaProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={4}
        value={value}
        maxLength={maxLength}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${id}-error ${id}-count`}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classNames(BOX, 'px-2.75 py-2.25')}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p id={`${id}-count`} className="num text-right text-text-3 text-xs">
        {value.length} of {maxLength}
      </p>
    </div>
  )
}

interface SelectProps {
  label: string
  name: string
  value: string
  error: string | null
  /** Id of a message beside it that is about other fields, too. */
  invalidBy?: string | undefined
  onChange: (value: string) => void
  /** `option` and `optgroup` elements. */
  children: ReactNode
}

export function Select({ label, name, value, error, invalidBy, onChange, children }: SelectProps) {
  const id = useId()
  const isInvalid = error !== null || invalidBy !== undefined
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={invalidBy ?? `${id}-error`}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange(event.currentTarget.value)}
        className={classNames(BOX, 'h-10 px-2')}
      >
        {children}
      </select>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

interface ChoicesProps<Id extends number | string> {
  legend: string
  options: readonly { readonly id: Id; readonly label: string }[]
  chosen: readonly Id[]
  onChange: (chosen: readonly Id[]) => void
}

/** Boxes to tick, drawn as chips. */
export function Choices<Id extends number | string>({ legend, options, chosen, onChange }: ChoicesProps<Id>) {
  return (
    <fieldset className="min-w-0">
      <legend className={classNames(LABEL, 'mb-1.5')}>{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map(({ id, label }) => (
          <label
            key={id}
            className="relative inline-flex h-8 cursor-pointer items-center rounded-md border border-line-strong px-2.75 font-medium text-sm text-text-2 hover:bg-hover has-checked:border-accent-line has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 pointer-coarse:h-11"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface CheckProps {
  label: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  describedBy?: string
  /** Id of the message that says what is wrong. */
  invalidBy?: string
}

export function Check({ label, isChecked, onChange, describedBy, invalidBy }: CheckProps) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2.5 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isChecked}
        aria-invalid={invalidBy === undefined ? undefined : true}
        aria-describedby={invalidBy ?? describedBy}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-4 flex-none accent-accent"
      />
      <span className="min-w-0">{label}</span>
    </label>
  )
}
