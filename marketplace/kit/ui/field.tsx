/** A labelled input with its error below. The error is what the input is described by. */
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { currencySign } from '#shared/format/currency.ts'
import { MoneyInput } from '#shared/ui/money-input.tsx'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  error: string | null
  /** An amount in the installation's currency. */
  isMoney?: boolean
  /** Before what is typed, e.g. a currency. */
  leading?: ReactNode
  /** A small control at the end of the input. */
  trailing?: ReactNode
  /** A link beside the label. */
  labelAction?: ReactNode
  /** What to know about the field before it is wrong; part of its description. */
  help?: ReactNode
}

export function Field({
  label,
  error,
  leading,
  trailing,
  labelAction,
  help,
  isMoney = false,
  ...input
}: FieldProps) {
  const Input = isMoney ? MoneyInput : 'input'
  const id = useId()
  const errorId = `${id}-error`
  const helpId = `${id}-help`
  const describedBy = [error === null ? '' : errorId, help ? helpId : ''].filter(Boolean).join(' ')
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-label text-sm">
          {label}
        </label>
        {labelAction}
      </div>
      <div className={BOX}>
        {leading ?? (isMoney ? <Sign /> : null)}
        <Input
          id={id}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={describedBy || undefined}
          className="h-full w-full min-w-0 flex-1 bg-transparent text-base text-text outline-none placeholder:text-text-3 max-desk:text-[1rem]"
          {...input}
        />
        {trailing}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
      {help ? (
        <div id={helpId} className="text-text-3 text-xs">
          {help}
        </div>
      ) : null}
    </div>
  )
}

/** Under a field; announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      aria-live="polite"
      className="flex items-start gap-1.25 text-danger-text text-xs empty:sr-only"
    >
      {children ? (
        <>
          <CircleAlert size={13} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 flex-none" />
          {children}
        </>
      ) : null}
    </p>
  )
}

const Sign = () => (
  <span aria-hidden="true" className="text-text-3">
    {currencySign()}
  </span>
)

const BOX =
  'flex h-10 min-w-0 items-center gap-2 rounded-md border border-field bg-surface px-2.75 transition-[border-color,box-shadow] duration-(--duration-instant) focus-within:border-accent focus-within:shadow-[inset_0_0_0_1px_var(--color-accent)]'
