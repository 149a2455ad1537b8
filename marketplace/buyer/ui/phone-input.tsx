/** A field for a US or Puerto Rico number. Written as `(713) 284-0142` while it is typed; any usual writing may be pasted. */
import { useLayoutEffect, useRef } from 'react'
import { Field, type FieldProps } from '#marketplace/kit/ui/field.tsx'
import { formatPhone, parseNanp } from '#shared/rules/phone.ts'
import { applyMask } from '#shared/rules/text-mask.ts'

export interface PhoneInputProps extends Pick<FieldProps, 'label' | 'value' | 'error' | 'help' | 'onBlur'> {
  onChange: (value: string) => void
}

const MASK = '(999) 999-9999'

export function PhoneInput({ onChange, ...field }: PhoneInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // A controlled input puts the caret at its end; behind the typed digit is where it belongs.
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (
    <Field
      {...field}
      ref={input}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      onChange={({ currentTarget: { value, selectionStart } }) => {
        const masked = maskedPhone(value, selectionStart ?? value.length)
        caret.current = masked.caret
        onChange(masked.text)
      }}
    />
  )
}

/** A whole number in any writing, else as much of one as there is; with the caret behind the same digit. */
export function maskedPhone(text: string, caret: number): { text: string; caret: number } {
  const whole = parseNanp(text)
  if (whole !== null && caret === text.length) {
    const written = formatPhone(whole)
    return { text: written, caret: written.length }
  }
  // The country's 1 is no part of the mask.
  const prefix = /^\s*(\+\s*1|1(?=\D*\d))[\s.-]*/.exec(text)?.[0] ?? ''
  return applyMask(MASK, text.slice(prefix.length), Math.max(0, caret - prefix.length))
}
