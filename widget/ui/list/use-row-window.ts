/**
 * Which rows of the list are in the page: those in view and some around them, in blocks, so that scrolling seldom draws anew.
 * All rows are of one height, which is measured. A first paint draws only what is in view; the host page waits for it.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface RowWindow {
  /** Rows from `first` up to, and without, `end`. May reach beyond the list. */
  readonly first: number
  readonly end: number
  readonly rowPx: number
}

const BLOCK = 8
/** Of a row before one was measured. */
const ROW_PX = 66
const UNSEEN: RowWindow = { first: 0, end: BLOCK + 2, rowPx: ROW_PX }

/** `list` is the element that scrolls, `[role=option]` its rows, of which there are `count`. */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [shown, setShown] = useState(UNSEEN)
  const around = useRef(0)
  const former = useRef(count)

  // A list that became shorter stands elsewhere now, and is not to be painted as if it did not. Any other waits for the frame:
  // looking here would lay the page out in the task that draws the first rows.
  useLayoutEffect(() => {
    const isShorter = count < former.current
    former.current = count
    const { current } = list
    if (isShorter && current) setShown((now) => same(now, inView(current, around.current)))
  }, [list, count])

  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      around.current = BLOCK
      setShown((now) => same(now, inView(element, BLOCK)))
    }
    // A scrolled list is drawn before the frame that shows it scrolled.
    const scrolled = () => flushSync(look)
    const frame = requestAnimationFrame(look)
    const resized = new ResizeObserver(look)
    resized.observe(element)
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [list])

  return shown
}

function inView(list: HTMLElement, around: number): RowWindow {
  // Not in the layout, or in none at all: what a first paint would show.
  if (list.clientHeight === 0) return UNSEEN
  const rowPx = list.querySelector<HTMLElement>('[role=option]')?.offsetHeight || ROW_PX
  const first = Math.floor(list.scrollTop / rowPx)
  const end = Math.ceil((list.scrollTop + list.clientHeight) / rowPx)
  if (around === 0) return { first, end, rowPx }
  return {
    first: Math.max(0, (Math.floor(first / BLOCK) - 1) * BLOCK),
    end: (Math.ceil(end / BLOCK) + 1) * BLOCK,
    rowPx,
  }
}

const same = (now: RowWindow, next: RowWindow): RowWindow =>
  now.first === next.first && now.end === next.end && now.rowPx === next.rowPx ? now : next
