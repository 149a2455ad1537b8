/** The editor's inputs: each with its label, what is wrong with it, and its value as the deal has it. */
import { type ReactNode, useEffect, useId, useState } from 'react'
import { streetWarning } from '#marketplace/seller/deals/street-warning.ts'
import { currencySign } from '#shared/format/currency.ts'
import type { StreetPlace } from '#shared/rules/deals/redaction/redact-street.ts'
import { numberOf } from '#shared/rules/validation.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { MoneyInput } from '#shared/ui/money-input.tsx'
import { AdviceNote } from '../advice-note.tsx'

interface Common {
  label: string
  /** Said by the server or by the rules of the deal. */
  error?: string | null | undefined
  hint?: string
  isRequired?: boolean
}

interface Described {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Words = { text: string | null } & Pick<TextProps, 'hides' | 'onChange'>

interface FrameProps extends Common {
  /** The words of the field, and the hidden place that they must not tell. */
  words?: Words | undefined
  children: (attributes: Described) => ReactNode
}

function Frame({ label, error, hint, isRequired, words, children }: FrameProps) {
  const id = useId()
  const isPublic = words?.hides !== undefined
  const notes = [hint && 'hint', words?.hides && 'street', isPublic && 'advice', error && 'error']
  const described = notes.flatMap((name) => (name ? [`${id}-${name}`] : [])).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {isRequired ? <span className="font-regular text-text-3"> (required)</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired ? true : undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-text-3 text-xs">
          {hint}
        </p>
      ) : null}
      {words?.hides ? <StreetNote id={`${id}-street`} text={words.text} hides={words.hides} /> : null}
      {words && isPublic ? (
        <AdviceNote id={`${id}-advice`} fieldId={id} text={words.text} onChange={words.onChange} />
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-danger-text text-sm">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** Warns while a text is typed that tells a hidden address. There before it says anything, so that it is read out. */
export function StreetNote({ id, text, hides }: { id?: string; text: string | null; hides: StreetPlace }) {
  const warning = streetWarning(text, hides)
  return (
    <div
      id={id}
      role="status"
      className="empty:sr-only grid gap-0.5 rounded-sm bg-warn-soft px-2.5 py-1.5 text-warn-text text-xs"
    >
      {warning ? (
        <>
          <p className="font-medium">
            This tells the hidden address: {warning.parts.map((part) => `“${part}”`).join(', ')}
          </p>
          <p>Buyers without the address read: {warning.seen}</p>
        </>
      ) : null}
    </div>
  )
}

interface TextProps extends Common {
  value: string | null
  onChange: (value: string) => void
  maxLength?: number
  /** Of what buyers read: the place that must not be told in it, null while the street is shown. */
  hides?: StreetPlace | null
  type?: 'text' | 'date' | 'datetime-local' | 'url' | 'search'
  placeholder?: string
}

export function TextField(field: TextProps) {
  const { value, onChange, type = 'text', maxLength, placeholder, hides: _, ...frame } = field
  return (
    <Frame {...frame} words={{ ...field, text: value }}>
      {(attributes) => (
        <input
          {...attributes}
          type={type}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="field-box"
        />
      )}
    </Frame>
  )
}

export function AreaField(field: TextProps) {
  const { value, onChange, maxLength, hides: _, ...frame } = field
  return (
    <Frame {...frame} words={{ ...field, text: value }}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={6}
          maxLength={maxLength}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="field-box field-sizing-content max-h-100 min-h-32 resize-y"
        />
      )}
    </Frame>
  )
}

interface NumberProps extends Common {
  value: number | null
  onChange: (value: number | null) => void
  /** The sign of the currency is shown before the number. */
  isMoney?: boolean
  /** A year: no comma in it. */
  isYear?: boolean
}

/** What is typed stays as it is typed; the deal hears of it once it is a number, and of an empty field. */
export function NumberField({
  value,
  onChange,
  isMoney = false,
  isYear = false,
  error,
  ...frame
}: NumberProps) {
  const [text, setText] = useState(() => written(value, isYear))
  const typed = text.trim() === '' ? null : numberOf(text)
  const isWrong = text.trim() !== '' && typed === null
  const Input = isYear ? 'input' : MoneyInput
  useEffect(() => {
    setText((before) =>
      numberOf(before) === value || (before.trim() === '' && value === null)
        ? before
        : written(value, isYear),
    )
  }, [value, isYear])
  return (
    <Frame {...frame} error={isWrong ? 'Enter a number.' : error}>
      {(attributes) => (
        <div className="relative">
          {isMoney ? (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-3 grid items-center text-text-3"
            >
              {currencySign()}
            </span>
          ) : null}
          <Input
            {...attributes}
            aria-invalid={isWrong || attributes['aria-invalid']}
            inputMode="decimal"
            value={text}
            onChange={(event) => {
              const next = event.currentTarget.value
              setText(next)
              const number = next.trim() === '' ? null : numberOf(next)
              if (next.trim() === '' || number !== null) onChange(number)
            }}
            onBlur={() =>
              setText((before) => (numberOf(before) === null ? before : written(numberOf(before), isYear)))
            }
            className={classNames(
              'field-box num',
              isMoney && (currencySign().length > 1 ? 'ps-11!' : 'ps-7!'),
            )}
          />
        </div>
      )}
    </Frame>
  )
}

const written = (value: number | null, isYear: boolean): string =>
  value === null ? '' : value.toLocaleString('en-US', { maximumFractionDigits: 6, useGrouping: !isYear })

interface SelectProps extends Common {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** The choice of nothing; absent: something is chosen always. */
  none?: string
}

export function SelectField({ value, onChange, options, none, ...frame }: SelectProps) {
  return (
    <Frame {...frame}>
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="field-box"
        >
          {none === undefined ? null : <option value="">{none}</option>}
          {options.map(({ value: choice, label: words }) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

interface CheckProps {
  label: string
  hint?: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

export function CheckField({ label, hint, isChecked, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className="flex gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-4 flex-none accent-accent"
      />
      <div>
        <label htmlFor={id} className="target text-sm">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-text-3 text-xs">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** A part of a page with its heading. */
export function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-b py-6">
      <div className="grid gap-1">
        <h2 id={id} className="font-semibold text-md">
          {title}
        </h2>
        {intro ? <p className="text-sm text-text-2">{intro}</p> : null}
      </div>
      {children}
    </section>
  )
}

export const TWO_COLUMNS = 'grid gap-4 duo:grid-cols-2'
export const FOUR_COLUMNS = 'grid grid-cols-2 gap-4 duo:grid-cols-4'
