/** An input for an amount: shows thousands separators, also while somebody types. `onChange` gets the amount as it is shown. */
import { type ChangeEvent, type ComponentProps, useRef } from 'react'

export function MoneyInput({ onChange, value, ...input }: ComponentProps<'input'>) {
  const before = useRef('')
  const shown = value === undefined ? undefined : group(String(value))
  if (shown !== undefined) before.current = shown
  function change(event: ChangeEvent<HTMLInputElement>) {
    before.current = regroup(event, before.current)
    onChange?.(event)
  }
  return <input inputMode="decimal" autoComplete="off" {...input} value={shown} onChange={change} />
}

/** Writes the text into the field, with the caret at the same digit. */
function regroup(
  { currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>,
  before: string,
): string {
  const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : ''
  const caret = field.selectionStart ?? field.value.length
  const grouped = groupTyped({ before, text: field.value, caret, inputType })
  if (grouped.text !== field.value) {
    field.value = grouped.text
    field.setSelectionRange(grouped.caret, grouped.caret)
  }
  return grouped.text
}

interface Typed {
  /** What stood in the field before this key. */
  readonly before: string
  /** What the browser has made of it. */
  readonly text: string
  readonly caret: number
  /** Of the input event, e.g. `deleteContentForward`. */
  readonly inputType: string
}

interface Grouped {
  readonly text: string
  readonly caret: number
}

/**
 * Thousands separators in an amount while it is typed, without moving the caret from the digit it is at. Pure. Groups
 * the whole amount; what follows them, e.g. cents or `k`, stays as it is typed.
 */
export function groupTyped({ before, text, caret, inputType }: Typed): Grouped {
  let digits = plain(text)
  let at = plain(text.slice(0, caret)).length
  // Only a separator was deleted, and it comes back: the digit beside it was meant.
  if (digits === plain(before) && text.length < before.length) {
    if (inputType === 'deleteContentBackward' && at > 0) at--
    if (inputType.startsWith('deleteContent')) digits = digits.slice(0, at) + digits.slice(at + 1)
  }
  const grouped = group(digits)
  return { text: grouped, caret: placeAfter(grouped, at) }
}

const plain = (text: string): string => text.replaceAll(',', '')

const group = (text: string): string =>
  text.replace(/^([^\d.]*)(\d{4,})/, (_, sign: string, whole: string) => {
    return sign + whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  })

/** The place in the text behind so many characters that are no separators. */
function placeAfter(text: string, count: number): number {
  let place = 0
  for (let seen = 0; seen < count && place < text.length; place++) if (text[place] !== ',') seen++
  return place
}
