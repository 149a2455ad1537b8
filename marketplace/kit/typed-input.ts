/**
 * Whether more than a few words typed under an element would be lost with it: a text area that was changed, or two fields.
 * Logins, searches and a single short field are quick to type again and do not count.
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
  'textarea, input:is(:not([type]), [type=text], [type=number], [type=tel], [type=url], [type=date])'

export function createTypedInput(): TypedInput {
  const isTyped = signal(false)
  const before = new Map<TextField, string>()
  const isChanged = (field: TextField) =>
    field.isConnected && field.value.trim() !== '' && field.value !== before.get(field)

  function remember({ target }: Event) {
    if (isCounted(target) && !before.has(target)) before.set(target, target.value)
  }
  function check(): boolean {
    const changed = [...before.keys()].filter(isChanged)
    isTyped.value = changed.length > 1 || changed.some((field) => field.matches('textarea'))
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
