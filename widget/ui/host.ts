/** What the screens need from whoever holds them: the element, or a test. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { Clock } from '#shared/lib/clock.ts'
import type { SessionState } from '#shared/thread/model.ts'

export interface MessengerHost {
  readonly session: ReadonlySignal<SessionState>
  /** Conversation to open once it is in the list; null for none. */
  readonly account: ReadonlySignal<number | null>
  /** True in a popup: a close button on small screens, and Escape is left to the popup. */
  readonly isClosable: ReadonlySignal<boolean>
  readonly direction: ReadonlySignal<'ltr' | 'rtl'>
  readonly clock: Clock
  close(): void
}
