/** Keys without Ctrl, Alt or Cmd: where they are left to what has the focus, and the switch that turns them off (WCAG 2.1.4). */

export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

export const isPlain = ({ ctrlKey, metaKey, altKey, isComposing }: Press): boolean =>
  !(ctrlKey || metaKey || altKey || isComposing)

/** Somebody writes here, or a control uses letters itself. */
export function takesLetters(element: Element | null): boolean {
  return element?.closest(LETTERS) != null
}

const LETTERS =
  'input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], dialog'

/** Something floats above the page: its own keys count. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open], [popover=auto]:popover-open') !== null

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

/** This machine has the names of keys that a Mac has. */
export const isMac = (): boolean => /Mac|iP/.test(navigator.platform)

/** What Ctrl-K is called on this machine. */
export const findKeyLabel = (): string => (isMac() ? '⌘K' : 'Ctrl K')

/** `aria-keyshortcuts` of the control that opens the dialog. */
export const FIND_KEYS = 'Control+K Meta+K'

/** Ctrl-K or Cmd-K, unless a dialog is open: it would lead away from what is asked there. */
export function isFindPress(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return false
  event.preventDefault()
  return document.querySelector('dialog[open]') === null
}
