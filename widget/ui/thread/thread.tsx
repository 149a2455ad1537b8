/**
 * The rows of a thread in a virtual list. Older messages go in front without moving what is read; at the end it follows,
 * away from it a pill counts what came in. `increaseViewportBy: 0` and no frame skipped in the resize observer are what
 * keeps a prepend from painting a wrong frame.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { FOLLOW_THRESHOLD_PX } from '#shared/contract/limits.ts'
import type { ChatStore } from '#widget/chat/model.ts'
import { NewMessagesPill } from './new-messages-pill.tsx'
import { PARTS, type ThreadContext } from './thread-parts.tsx'
import { ThreadRow } from './thread-row.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useFollow } from './use-follow.ts'
import { useNewMessages } from './use-new-messages.ts'
import { useScroller } from './use-scroller.ts'
import { useSightings } from './use-sightings.ts'
import { useWalk } from './use-walk.ts'

interface ThreadProps {
  store: ChatStore
  name: string
  toEnd: RefObject<() => void>
}

const LAST = { index: 'LAST', align: 'end' } as const
const NO_OVERSCAN = 0
const NOTHING = () => {}

export function Thread({ store, name, toEnd }: ThreadProps) {
  useSignals()
  const list = useRef<VirtuosoHandle>(null)
  const { thread } = store
  const rows = thread.rows.value
  const sightings = useSightings(store)
  const onEnd = useRef(NOTHING)
  const onHand = useRef(NOTHING)
  const [isPlaced, setPlaced] = useState(false)
  const onPlaced = useCallback(() => setPlaced(true), [])
  const scroller = useScroller(store, { onEnd, onHand }, isPlaced)
  const follow = useFollow(thread, scroller, onHand)
  toEnd.current = follow.toEnd
  const fresh = useNewMessages(thread, follow.isNearEnd)
  onEnd.current = fresh.clear

  const walk = useWalk(thread, { log: scroller.element, onHand })

  const showNew = () => {
    const offset = fresh.firstId === null ? -1 : thread.rows.peek().offsetOf(fresh.firstId)
    fresh.clear()
    if (offset < 0) return follow.toEnd()
    list.current?.scrollToIndex({ index: offset, align: 'start', behavior: 'auto' })
    walk.go(offset)
  }
  // Rows in front of what is not measured yet are asked for by the place of others: Virtuoso begins anew with all of them.
  const begun = useRef(rows.firstIndex)
  if (!isPlaced) begun.current = rows.firstIndex
  const context: ThreadContext = { name, rows, walk, follow, onPlaced }
  return (
    <>
      <Virtuoso<unknown, ThreadContext>
        key={begun.current}
        ref={list}
        scrollerRef={scroller.ref}
        context={context}
        components={PARTS}
        totalCount={rows.count}
        firstItemIndex={rows.firstIndex}
        initialTopMostItemIndex={LAST}
        computeItemKey={(index) => rowAt(index)?.key ?? index}
        itemContent={(index) => {
          const row = rowAt(index)
          return row ? <ThreadRow row={row} name={name} store={store} sightings={sightings} /> : <br />
        }}
        alignToBottom
        increaseViewportBy={NO_OVERSCAN}
        skipAnimationFrameInResizeObserver
        atBottomThreshold={FOLLOW_THRESHOLD_PX}
      />
      {isPlaced ? null : (
        <div aria-hidden="true" className="absolute inset-0 flex bg-surface">
          <ThreadSkeleton />
        </div>
      )}
      <NewMessagesPill count={fresh.count} onShow={showNew} />
    </>
  )

  /** Virtuoso may still ask with the first index of the render before. */
  function rowAt(index: number) {
    const offset = index - rows.firstIndex
    return offset >= 0 && offset < rows.count ? rows.at(offset) : null
  }
}
