/** Which key means what on the browse page (checklist BRW-46). Pure: what a press does is decided by who asks. */

export const COMMANDS = [
  { command: 'search', keys: '/', label: 'Search a place or an address' },
  { command: 'next', keys: 'j', label: 'Next deal' },
  { command: 'previous', keys: 'k', label: 'Previous deal' },
  { command: 'open', keys: 'Enter', label: 'Open the deal' },
  { command: 'favourite', keys: 'f', label: 'Save or unsave the deal' },
  { command: 'hide', keys: 'x', label: 'Hide the deal' },
  { command: 'compare', keys: 'c', label: 'Compare the deal' },
  { command: 'message', keys: 'm', label: 'Message its seller' },
  { command: 'messages', keys: 'g m', label: 'Go to messages' },
  { command: 'help', keys: '?', label: 'Show these keys' },
] as const
export type Command = (typeof COMMANDS)[number]['command']

export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/** `before` is the key of the press before, for keys that follow each other. Enter is left to the link in focus. */
export function commandOf(press: Press, before: string | null): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null
  if (before === 'g') return press.key === 'm' ? 'messages' : null
  const found = COMMANDS.find(({ keys, command }) => keys === press.key && command !== 'open')
  return found?.command ?? null
}

/** Somebody writes here, or a control has a meaning of its own for letters. */
export function takesLetters(element: Element | null): boolean {
  return (
    element?.closest('input, textarea, select, [contenteditable], [role=combobox], [role=listbox], dialog') !=
    null
  )
}

const KEY = 'plat.keys-off'

export function areKeysOn(storage: () => Storage): boolean {
  try {
    return storage().getItem(KEY) === null
  } catch {
    return true
  }
}

export function keepKeysOn(storage: () => Storage, isOn: boolean): void {
  try {
    if (isOn) storage().removeItem(KEY)
    else storage().setItem(KEY, '1')
  } catch {
    return
  }
}
