/** A form that is saved: what is typed, whether it differs from what is stored, what is wrong with which field. No React. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, errorAt, type FormErrors, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'

export type Errors<V> = Readonly<Partial<Record<keyof V, string>>>

export interface FormModel<V extends object> {
  readonly values: ReadonlySignal<V>
  readonly errors: ReadonlySignal<Errors<V>>
  /** What concerns no single field. */
  readonly message: ReadonlySignal<string | null>
  readonly isBusy: ReadonlySignal<boolean>
  readonly isDirty: ReadonlySignal<boolean>
  set<K extends keyof V>(name: K, value: V[K]): void
  /** True when it is stored. What was typed meanwhile stays, and stays unsaved. */
  save(): Promise<boolean>
  /** Back to what is stored. */
  discard(): void
}

export interface FormDeps<V extends object> {
  initial: V
  /** The wire's name of a field, where it differs. */
  wireNames?: Partial<Record<keyof V, string>>
  /** What is wrong before anything is sent. */
  check?: (values: V) => Errors<V>
  /** `changed` holds only what differs from what is stored. */
  send: (changed: Partial<V>, values: V) => Promise<unknown>
}

export function createForm<V extends object>({
  initial,
  wireNames = {},
  check,
  send,
}: FormDeps<V>): FormModel<V> {
  const none = {} as Errors<V>
  const stored = signal(initial)
  const values = signal(initial)
  const errors = signal<Errors<V>>(none)
  const message = signal<string | null>(null)
  const isBusy = signal(false)

  function fail(said: FormErrors) {
    const names = Object.keys(initial) as (keyof V)[]
    const onWire = (name: keyof V) => wireNames[name] ?? String(name)
    const known = names.flatMap((name) => {
      const text = errorAt(said, onWire(name))
      return text === null ? [] : [[name, text] as const]
    })
    errors.value = Object.fromEntries(known) as Errors<V>
    message.value = formMessage(said, names.map(onWire))
  }

  async function save(): Promise<boolean> {
    if (isBusy.peek()) return false
    const sent = values.peek()
    message.value = null
    errors.value = check?.(sent) ?? none
    if (Object.keys(errors.peek()).length > 0) return false
    isBusy.value = true
    const result = await attempt(send(changedIn(sent, stored.peek()), sent))
    isBusy.value = false
    if (result.kind === 'failed') fail(sayFailure(result.failure))
    else stored.value = sent
    return result.kind === 'done'
  }

  return {
    values,
    errors,
    message,
    isBusy,
    isDirty: computed(() => Object.keys(changedIn(values.value, stored.value)).length > 0),
    set(name, value) {
      values.value = { ...values.peek(), [name]: value }
      const { [name]: _, ...rest } = errors.peek()
      errors.value = rest as Errors<V>
    },
    save,
    discard() {
      values.value = stored.peek()
      errors.value = none
      message.value = null
    },
  }
}

function changedIn<V extends object>(values: V, stored: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[]
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(stored[name]))
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>
}
