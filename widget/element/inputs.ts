/** What a host page hands the element, one signal each, as `widget/chat` takes it. Knows no DOM; reflects nothing anywhere. */
import { type Signal, signal } from '@preact/signals-core'
import type { TokenProvider } from '../chat/token-provider.ts'
import type { PageContext } from './page-context.ts'

export interface Inputs {
  readonly token: Signal<string | null>
  readonly apiBase: Signal<string | null>
  readonly tokenProvider: Signal<TokenProvider | null>
  /** JSON or an object, unread: the session parses it and reports what is wrong with it. */
  readonly realtimeConfig: Signal<unknown>
  readonly account: Signal<number | null>
  readonly property: Signal<number | null>
  readonly context: Signal<PageContext>
}

export const createInputs = (): Inputs => ({
  token: signal(null),
  apiBase: signal(null),
  tokenProvider: signal(null),
  realtimeConfig: signal(null),
  account: signal(null),
  property: signal(null),
  context: signal(null),
})

/** A text as one may be written into an attribute: blank means none. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** An account id as a number, a numeric text, or nothing. */
export function accountOf(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}
