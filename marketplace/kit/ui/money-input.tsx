/** An input for an amount: shows thousands separators while somebody types. `onChange` gets the amount as it is shown. */
import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { groupTyped } from './grouped-entry.ts'

export function MoneyInput({ onChange, ...input }: ComponentProps<'input'>) {
  const { value: shown } = input
  const before = useRef('')
  before.current = shown === undefined ? before.current : String(shown)
  function change(event: ChangeEvent<HTMLInputElement>) {
    before.current = regroup(event, before.current)
    onChange?.(event)
  }
  return <input inputMode="decimal" autoComplete="off" {...input} onChange={change} />
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
