/** Says that something reversible worked, in passing. What went wrong is never said here, but where it happened. */
import { type ReadonlySignal, signal } from '@preact/signals-core'

export interface ToastOptions {
  /** One thing to do about it, e.g. undo. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Five seconds, or ten with an action, unless it says otherwise. */
  readonly durationMs?: number
}

export interface Notice extends ToastOptions {
  readonly text: string
}

const waiting = signal<readonly Notice[]>([])

/** Shows `text` for some seconds. What draws it is fetched with the first one. */
export function toast(text: string, options: ToastOptions = {}): void {
  waiting.value = [...waiting.peek(), { ...options, text }]
}

/** What is still to be shown, the oldest first. */
export const notices: ReadonlySignal<readonly Notice[]> = waiting

/** Hands out what is waiting, once. */
export function takeNotices(): readonly Notice[] {
  const taken = waiting.peek()
  if (taken.length > 0) waiting.value = []
  return taken
}
