/**
 * Whether something typed under an element would be lost with it. Logins, codes, searches and choices from a list are quick to
 * enter again and do not count.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'

export interface TypedInput {
  readonly isTyped: ReadonlySignal<boolean>
  /** `isTyped` without the fields that are gone by now. */
  check(): boolean
  /** Looks at the fields under the element until the returned function is called. */
  watch(root: HTMLElement): () => void
}

type TextField = HTMLInputElement | HTMLTextAreaElement

const COUNTED =
  'textarea, input:is(:not([type]), [type=text], [type=number], [type=tel], [type=url], [type=email], [type=date], [type=datetime-local]):not([role=combobox], [autocomplete=username], [autocomplete=one-time-code])'

export function createTypedInput(): TypedInput {
  const isTyped = signal(false)
  const before = new Map<TextField, string>()
  const isChanged = (field: TextField) =>
    field.isConnected && field.value.trim() !== before.get(field)?.trim()

  function remember({ target }: Event) {
    if (isCounted(target) && !before.has(target)) before.set(target, target.value)
  }
  function check(): boolean {
    isTyped.value = [...before.keys()].some(isChanged)
    return isTyped.peek()
  }
  function look({ target }: Event) {
    // Changed without the focus, e.g. by a password manager.
    if (isCounted(target) && !before.has(target)) before.set(target, '')
    check()
  }
  /** The event comes before the fields are empty. */
  const emptied = () => queueMicrotask(check)
  return {
    isTyped,
    check,
    watch(root) {
      root.addEventListener('focusin', remember)
      root.addEventListener('input', look)
      root.addEventListener('reset', emptied)
      return () => {
        root.removeEventListener('focusin', remember)
        root.removeEventListener('input', look)
        root.removeEventListener('reset', emptied)
        before.clear()
        isTyped.value = false
      }
    },
  }
}

const isCounted = (target: EventTarget | null): target is TextField =>
  target instanceof Element && target.matches(COUNTED)
