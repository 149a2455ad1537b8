/** What the host page is told of the conversations while they change. */
import { effect, type ReadonlySignal, untracked } from '@preact/signals-core'
import type { Emit } from './chat-events.ts'

/** Tells the host each new total, from the first page on, and zero at the end: nobody is left to have unread messages. */
export function announceUnread(
  isCounted: ReadonlySignal<boolean>,
  total: ReadonlySignal<number>,
  emit: Emit,
): () => void {
  let told: number | null = null
  const tell = (count: number) => {
    if (told === count) return
    told = count
    emit({ type: 'unread', count })
  }
  const stop = effect(() => {
    const count = total.value
    if (isCounted.value) untracked(() => tell(count))
  })
  return () => {
    stop()
    // What ends the store may be part of a larger change, before which no effect runs.
    if (told !== null) tell(0)
  }
}

/** Not that none is open at the end: a page that keeps its address in step has it opened again for whoever logs in anew. */
export function announceConversation(accountId: ReadonlySignal<number | null>, emit: Emit): () => void {
  let told: number | null = null
  return effect(() => {
    const next = accountId.value
    if (told === next) return
    told = next
    untracked(() => emit({ type: 'conversation', accountId: next }))
  })
}
