/**
 * The rows of a thread in a virtual list. Older messages go in front without moving what is read; at the end it follows,
 * away from it a pill counts what came in. `increaseViewportBy: 0` and no frame skipped in the resize observer are what
 * keeps a prepend from painting a wrong frame.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowUp } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { FOLLOW_THRESHOLD_PX } from '#shared/contract/limits.ts'
import type { ChatStore, Rows } from '#shared/thread/model.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { PARTS, type ThreadContext } from './thread-parts.tsx'
import { ThreadRow } from './thread-row.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useFollow } from './use-follow.ts'
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
  const { thread } = store
  const rows = thread.rows.value
  const sightings = useSightings(store)
  const onScrolled = useRef<(isNearEnd: boolean) => void>(NOTHING)
  const onHand = useRef(NOTHING)
  const [isAway, setAway] = useState(false)
  /** The last message when the end was left. */
  const [seen, setSeen] = useState(0)
  const [isPlaced, setPlaced] = useState(false)
  const scroller = useScroller(store, { onScrolled, onHand }, isPlaced)
  const follow = useFollow(thread, scroller, onHand)
  toEnd.current = follow.toEnd
  onScrolled.current = (isNearEnd) => {
    const isLeft = !(isNearEnd || follow.isNearEnd())
    if (!isLeft || !isAway) setSeen(lastIdOf(rows))
    setAway(isLeft)
  }
  const walk = useWalk(thread, { log: scroller.element, onHand, toEnd: follow.toEnd })

  // What was unread when the thread was opened, until its first message has been in view.
  const unread = thread.unread.value
  const [isReached, setReached] = useState(false)
  const fresh = isAway ? newSince(rows, seen) : []
  const isUp = !(isReached || fresh[0] || !unread[0])
  const shown = isUp ? unread : fresh

  const showNew = () => {
    const [first] = shown
    setSeen(lastIdOf(rows))
    if (!first) return follow.toEnd()
    walk.go(rows.offsetOf(first), true)
  }
  // Rows in front of what is not measured yet are asked for by the place of others: Virtuoso begins anew with all of them.
  const begun = useRef(rows.firstIndex)
  if (!isPlaced) begun.current = rows.firstIndex
  const context: ThreadContext = { name, rows, walk, follow, setPlaced }
  return (
    <>
      <Virtuoso<unknown, ThreadContext>
        key={begun.current}
        scrollerRef={scroller.ref}
        context={context}
        components={PARTS}
        totalCount={rows.count}
        firstItemIndex={rows.firstIndex}
        initialTopMostItemIndex={LAST}
        computeItemKey={(index) => rowAt(index)?.key ?? index}
        itemContent={(index) => {
          const row = rowAt(index)
          const isFirst = row?.kind === 'message' && row.message.id === unread[0]
          return row ? (
            <ThreadRow
              row={row}
              name={name}
              store={store}
              sightings={sightings}
              reached={isFirst ? setReached : null}
            />
          ) : (
            <br />
          )
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
      {isPlaced && (shown[0] || isAway) ? (
        <NewMessagesPill count={shown.length} isUp={isUp} onShow={showNew} />
      ) : null}
    </>
  )

  /** Virtuoso may still ask with the first index of the render before. */
  function rowAt(index: number) {
    const offset = index - rows.firstIndex
    return offset >= 0 && offset < rows.count ? rows.at(offset) : null
  }
}

interface PillProps {
  /** New messages; 0 for the way to the end. */
  count: number
  isUp: boolean
  onShow: () => void
}

/** Leads to the first of what is new, above or below what is being read, or back to the end. */
function NewMessagesPill({ count, isUp, onShow }: PillProps) {
  return (
    <button
      type="button"
      part="new-messages"
      onClick={onShow}
      className={classNames(
        'num rise-in absolute left-1/2 inline-flex h-8.5 -translate-x-1/2 items-center gap-1.75 rounded-full bg-ink ps-2.75 pe-3.25 font-semibold text-on-ink text-sm shadow-pop forced-colors:border',
        isUp ? 'top-3' : 'bottom-3',
      )}
    >
      <ArrowUp size={15} strokeWidth={1.75} aria-hidden="true" className={isUp ? '' : 'rotate-180'} />
      {count === 0 ? 'Latest messages' : count === 1 ? '1 new message' : `${count} new messages`}
    </button>
  )
}

/**
 * What came in from the seller below what is being read. Both walk from the end, so they cost what is new and not what
 * is there. Ids of the seller's messages behind the one with this id, the oldest first.
 */
function newSince(rows: Rows, seenId: number): number[] {
  const ids: number[] = []
  for (let offset = rows.count; offset-- > 0; ) {
    const row = rows.at(offset)
    if (row.kind !== 'message') continue
    if (row.message.id === seenId) break
    if (row.message.type === 'outbound') ids.unshift(row.message.id)
  }
  return ids
}

/** 0 when there is no message. */
function lastIdOf(rows: Rows): number {
  for (let offset = rows.count; offset-- > 0; ) {
    const row = rows.at(offset)
    if (row.kind === 'message') return row.message.id
  }
  return 0
}
