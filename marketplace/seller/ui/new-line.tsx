/** The line above what was new when the conversation was opened. */
import { useLayoutEffect, useRef } from 'react'
import { firstNew } from '#marketplace/seller/new-mark.ts'
import type { SellerStore, SellerThread } from '#marketplace/seller/seller-model.ts'

export const NewLine = () => (
  <p
    data-new=""
    className="flex items-center gap-3 py-2 font-semibold text-flag-text text-xs before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current"
  >
    New
  </p>
)

/** The first message that was new. Once the thread opens there, and older ones are loaded until it is there. */
export function useFirstNew(
  store: SellerStore,
  { messages, newMark, state, hasOlder, older }: SellerThread,
  scroller: React.RefObject<HTMLDivElement | null>,
): number | null {
  const id = firstNew(messages, newMark)
  const opened = useRef<unknown>(null)
  useLayoutEffect(() => {
    // A search goes to the message that it has found.
    if (store.wanted.peek() !== null) opened.current = newMark
    if (state !== 'ready' || opened.current === newMark) return
    if (id === null && newMark.unread > 0 && hasOlder) {
      if (older === 'idle') void store.loadOlder()
      return
    }
    opened.current = newMark
    scroller.current?.querySelector('[data-new]')?.scrollIntoView({ block: 'start' })
  }, [store, id, newMark, state, hasOlder, older, scroller])
  return id
}
