/** Opens the conversation that the page asks for, once it is in the list (spec section 2, query parameter account). */
import type { ReadonlySignal } from '@preact/signals-core'
import { useSignal, useSignalEffect } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import type { ChatStore } from '#shared/thread/model.ts'

/** The returned signal is true when the list is complete and the conversation is not in it. */
export function usePreselect(
  store: ChatStore,
  account: ReadonlySignal<number | null>,
): ReadonlySignal<boolean> {
  const missing = useSignal(false)
  const opened = useRef<number | null>(null)
  useSignalEffect(() => {
    const wanted = account.value
    const isComplete = store.conversations.load.value.phase === 'ready'
    const isListed = store.conversations.all.value.some(({ id }) => id === wanted)
    missing.value = wanted !== null && isComplete && !isListed
    if (wanted === opened.current) return
    const selected = store.selected.peek()?.id ?? null
    if (wanted === null) {
      // The page takes back what it asked for, e.g. by Back; what the person has opened since stays open.
      if (selected === opened.current) store.clearSelection()
      opened.current = null
    } else if (isListed) {
      opened.current = wanted
      if (selected !== wanted) store.select(wanted)
    }
  })
  return missing
}
