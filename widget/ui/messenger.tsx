/** The two panels. Wide shows both, narrow the one that a selection asks for; focus follows the person between them. */
import type { ReadonlySignal } from '@preact/signals-core'
import { useSignal, useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ChatStore } from '#shared/thread/model.ts'
import { Frame } from './frame/frame.tsx'
import type { MessengerHost } from './host.ts'
import { ListPanel } from './list/list-panel.tsx'

/** Where DESIGN.md's two panels begin; the container variants `wide` and `narrow` say the same in CSS. */
const WIDE_FROM_PX = 720

export function Messenger({ store, host }: { store: ChatStore; host: MessengerHost }) {
  useSignals()
  const root = useRef<HTMLDivElement>(null)
  const nextFocus = useRef<'frame' | 'list' | null>(null)
  const missing = usePreselect(store, host.account)
  const selected = store.selected.value

  useEffect(() => {
    const flush = () => void store.flushReadMarks()
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', store.resume)
    document.addEventListener('visibilitychange', store.resume)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', store.resume)
      document.removeEventListener('visibilitychange', store.resume)
    }
  }, [store])

  useSignalEffect(() => {
    const isOpen = store.selected.value !== null
    // A page may close the conversation too, e.g. by Back; whoever was in it goes on in the list.
    const wanted = nextFocus.current ?? (!isOpen && isFocusInFrame(root.current) ? 'list' : null)
    nextFocus.current = null
    // The panel that gets the focus is drawn only after this change.
    if (wanted === (isOpen ? 'frame' : 'list')) queueMicrotask(() => focusPanel(root.current, wanted))
  })

  const open = (accountId: number) => {
    if (store.selected.peek()?.id === accountId) return focusPanel(root.current, 'frame')
    nextFocus.current = 'frame'
    store.select(accountId)
  }
  const back = () => {
    nextFocus.current = 'list'
    store.clearSelection()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || host.isClosable.peek()) return
    if (store.selected.peek() === null || isWide(root.current)) return
    event.preventDefault()
    back()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back from anywhere inside; there is a back button too.
    <div
      ref={root}
      data-panel={selected ? 'thread' : 'list'}
      onKeyDown={onKeyDown}
      className="group/panels grid h-full min-h-0 grid-cols-1 grid-rows-1 wide:grid-cols-[var(--messenger-list-width,clamp(--spacing(72),30cqi,--spacing(88)))_minmax(0,1fr)]"
    >
      <ListPanel store={store} host={host} isMissing={missing} onOpen={open} />
      <Frame store={store} host={host} onBack={back} />
    </div>
  )
}

const isWide = (root: HTMLElement | null): boolean => (root?.clientWidth ?? 0) >= WIDE_FROM_PX

const isFocusInFrame = (root: HTMLElement | null): boolean =>
  root?.querySelector('[data-frame]:focus-within') != null

/** Wide: to the composer. Narrow: to the thread's heading, so that no keyboard covers what was asked for. */
function focusPanel(root: HTMLElement | null, panel: 'frame' | 'list'): void {
  const target =
    panel === 'list' ? '[role=option][tabindex="0"]' : isWide(root) ? 'textarea' : '[data-frame-heading]'
  root?.querySelector<HTMLElement>(target)?.focus()
}

/**
 * Opens the conversation that the page asks for, once it is in the list (spec section 2, query parameter account). The
 * returned signal is true when the list is complete and the conversation is not in it.
 */
function usePreselect(store: ChatStore, account: ReadonlySignal<number | null>): ReadonlySignal<boolean> {
  const missing = useSignal(false)
  const opened = useRef<number | null>(null)
  useSignalEffect(() => {
    const wanted = account.value
    const isComplete = store.conversations.load.value.phase === 'ready'
    const isListed = store.conversations.all.value.some(({ id }) => id === wanted)
    const isNew = wanted !== null && isComplete && !isListed
    missing.value = isNew && store.contact.company.value === null
    const selected = store.selected.value?.id ?? null
    if (selected === wanted) opened.current = wanted
    if (wanted === null) store.contact.cancel()
    if (wanted === opened.current) return
    if (wanted === null) {
      // The page takes back what it asked for, e.g. by Back; what the person has opened since stays open.
      if (selected === opened.current) store.clearSelection()
      opened.current = null
    } else if (isListed || isNew) store.select(wanted)
  })
  return missing
}
