/**
 * Six boxes for a code that was mailed or texted. They are one real input, so that pasting, autofill from a text message,
 * deleting and screen readers work as everywhere; the boxes are only drawn under it.
 */
import { type Ref, useId } from 'react'
import { FieldError } from '#marketplace/kit/ui/field.tsx'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

const LENGTH = 6
const BOXES = Array.from({ length: LENGTH }, (_, index) => index)

export interface CodeInputProps {
  label: string
  /** Digits only, at most six. */
  value: string
  onChange: (value: string) => void
  /** The sixth digit is there: time to send. */
  onComplete?: (code: string) => void
  error: string | null
  /** The code is being checked: nothing can be typed, the focus stays. */
  isBusy?: boolean
  ref?: Ref<HTMLInputElement>
}

export function CodeInput({
  label,
  value,
  onChange,
  onComplete,
  error,
  isBusy = false,
  ref,
}: CodeInputProps) {
  const id = useId()
  const errorId = `${id}-error`

  function typed(text: string) {
    const next = codeDigits(text)
    if (isBusy || next === value) return
    onChange(next)
    if (next.length === LENGTH) onComplete?.(next)
  }

  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-label text-sm">
        {label}
      </label>
      <div className="group relative w-full max-w-78">
        <input
          id={id}
          ref={ref}
          name="code"
          value={value}
          onChange={(event) => typed(event.currentTarget.value)}
          readOnly={isBusy}
          aria-busy={isBusy || undefined}
          autoComplete="one-time-code"
          inputMode="numeric"
          pattern="[0-9]*"
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : errorId}
          // Invisible over the boxes; 16 px keeps phones from zooming in.
          className="absolute inset-0 h-full w-full cursor-text bg-transparent text-touch text-transparent caret-transparent outline-none selection:bg-transparent"
        />
        <div aria-hidden="true" className="grid grid-cols-6 gap-1.5">
          {BOXES.map((index) => (
            <span key={index} className={boxClass(index, value, { isWrong: error !== null, isBusy })}>
              {value[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

export interface ResendCodeProps {
  /** Until another code may be asked for; 0 when it is now. */
  secondsLeft: number
  onResend: () => void
  isBusy?: boolean
}

/** Asks for another code, counting down while it is too early. */
export function ResendCode({ secondsLeft, onResend, isBusy = false }: ResendCodeProps) {
  if (secondsLeft > 0)
    return (
      <p className="text-sm text-text-2">
        Send another code in <span className="num">{secondsLeft} s</span>
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-1 text-sm text-text-2">
      No code?
      <Button variant="ghost" size="sm" isBusy={isBusy} onClick={onResend}>
        Send another code
      </Button>
    </p>
  )
}

/** The digits of what was typed or pasted, e.g. of `Code: 123 456`. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, LENGTH)

function boxClass(index: number, value: string, state: { isWrong: boolean; isBusy: boolean }): string {
  const isNext = index === Math.min(value.length, LENGTH - 1)
  return classNames(
    'num grid h-12 min-w-0 place-items-center rounded-md border bg-surface font-semibold text-lg',
    state.isWrong ? 'border-danger shadow-[inset_0_0_0_1px_var(--color-danger)]' : 'border-field',
    isNext &&
      'group-focus-within:border-accent group-focus-within:shadow-[inset_0_0_0_1px_var(--color-accent)]',
    state.isBusy && 'text-text-3',
  )
}
