/** The parts Virtuoso is put together from: the log that scrolls, and the space above and below its rows. */
import { type ComponentProps, useLayoutEffect } from 'react'
import type { Components, ListProps, ScrollerProps } from 'react-virtuoso'

export interface ThreadContext {
  /** The account's name. */
  name: string
  /** The rows stand where they are read from. Until then Virtuoso keeps them out of sight. */
  onPlaced: () => void
}

type RowsProps = ListProps & ComponentProps<'div'> & { context: ThreadContext }

function Rows({ context: { onPlaced }, ...rest }: RowsProps) {
  const isPlaced = rest.style?.visibility !== 'hidden'
  useLayoutEffect(() => {
    if (isPlaced) onPlaced()
  }, [isPlaced, onPlaced])
  return <div {...rest} />
}

type LogProps = ScrollerProps & ComponentProps<'div'> & { context: ThreadContext }

function Log({ context, children, style, ref, ...rest }: LogProps) {
  return (
    <div
      {...rest}
      ref={ref}
      // Virtuoso's own style says outline: none, and whoever walks by keyboard must see where they are.
      style={{ ...style, outline: undefined }}
      role="log"
      part="log"
      aria-live="off"
      aria-label={`Messages with ${context.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overscroll-contain focus-visible:-outline-offset-2 [overflow-anchor:none]"
    >
      {children}
    </div>
  )
}

// Neither changes its height while a thread is open: that would move the rows.
const Above = () => <div className="h-4" />
const Below = () => <div className="h-1 narrow:h-0" />

export const PARTS: Components<unknown, ThreadContext> = {
  Scroller: Log,
  List: Rows,
  Header: Above,
  Footer: Below,
}
