/**
 * The parts Virtuoso is put together from: the log that scrolls, its rows with their place in the conversation, and the space
 * above and below them.
 */
import {
  type ComponentProps,
  type ComponentPropsWithoutRef,
  forwardRef,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { Components, ItemProps, ListProps, ScrollerProps } from 'react-virtuoso'
import type { Rows as ThreadRows } from '#shared/thread/model.ts'
import { spokenRow } from './spoken.ts'
import type { Follow } from './use-follow.ts'
import type { Walk } from './use-walk.ts'

export interface ThreadContext {
  /** The account's name. */
  name: string
  rows: ThreadRows
  walk: Walk
  follow: Follow
  /** The rows stand where they are read from. Until then Virtuoso keeps them out of sight. */
  setPlaced: (isPlaced: true) => void
}

type RowsProps = ListProps & ComponentPropsWithoutRef<'div'> & { context: ThreadContext }

// React 18 hands the ref that Virtuoso measures by to nobody who does not ask for it in this way; so for the log below.
const Rows = forwardRef<HTMLDivElement, RowsProps>(function Rows({ context, ...rest }, ref) {
  const { setPlaced, walk, follow } = context
  const isPlaced = rest.style?.visibility !== 'hidden'
  useLayoutEffect(() => {
    follow.settle()
    walk.settle()
  })
  useLayoutEffect(() => {
    if (isPlaced) setPlaced(true)
  }, [isPlaced, setPlaced])
  return <div {...rest} ref={ref} />
})

type RowProps = ItemProps<unknown> & ComponentProps<'div'> & { context: ThreadContext }

/** The place stands here and not in the bubble, which is not drawn anew when the conversation grows. */
function Item({ context, item: _, ...rest }: RowProps) {
  const { rows, name } = context
  const offset = rest['data-item-index'] - rows.firstIndex
  const row = offset >= 0 && offset < rows.count ? rows.at(offset) : null
  // Formatting a day takes a tenth of a millisecond, and every row is drawn again when a message comes in.
  const words = useMemo(
    () => (row === null || row.kind === 'date' ? null : spokenRow(row, name)),
    [row, name],
  )
  if (row === null || words === null) return <div {...rest} />
  return (
    <article
      {...rest}
      data-row={row.key}
      aria-label={words}
      // What is not loaded is not counted: then there is no number, and the set is said to be of unknown size.
      aria-posinset={rows.numberAt(offset) ?? undefined}
      aria-setsize={rows.total ?? -1}
      tabIndex={-1}
      // The ring is drawn around the bubble, which has room for it.
      className="group/row outline-none"
    />
  )
}

type LogProps = ScrollerProps & ComponentPropsWithoutRef<'div'> & { context: ThreadContext }

const Log = forwardRef<HTMLDivElement, LogProps>(function Log({ context, children, style, ...rest }, ref) {
  const { name, walk } = context
  return (
    <div
      {...rest}
      ref={ref}
      // Virtuoso's own style says outline: none, and whoever walks by keyboard must see where they are.
      style={{ ...style, outline: undefined }}
      role="log"
      part="log"
      aria-live="off"
      aria-label={`Messages with ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overscroll-contain focus-visible:-outline-offset-2 [overflow-anchor:none]"
      onKeyDown={walk.onKeyDown}
      onFocus={walk.onFocus}
      onBlur={walk.onBlur}
    >
      {children}
      {walk.kept ? <Kept key={walk.kept.key} words={spokenRow(walk.kept, name)} /> : null}
    </div>
  )
})

/** Stands in for the message in focus while its row is not drawn, so that a keyboard's place is never lost. */
function Kept({ words }: { words: string }) {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => element.current?.focus({ preventScroll: true }), [])
  return (
    <article ref={element} data-kept="" tabIndex={-1} aria-label={words} className="sr-only top-0">
      {words}
    </article>
  )
}

// Neither changes its height while a thread is open: that would move the rows.
const Above = () => <div className="h-4" />
const Below = () => <div className="h-1 narrow:h-0" />

export const PARTS: Components<unknown, ThreadContext> = {
  Scroller: Log,
  List: Rows,
  Item,
  Header: Above,
  Footer: Below,
}
