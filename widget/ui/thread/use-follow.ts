/**
 * Following the end through a burst. Messages can come in faster than the list scrolls and measures: the second of them finds
 * the end out of view although nobody left it. So once on its way to the end the thread stays on its way, frame by frame, until
 * the end stands still in view or the reader moves.
 */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Scroller } from './use-scroller.ts'

export interface Follow {
  /** For Virtuoso: what to do about rows added below. */
  readonly output: (isAtEnd: boolean) => 'auto' | false
  /** The end is in view, or will be by itself. */
  isNearEnd(): boolean
}

/** Rows are measured in the frame after they were drawn; the end counts as still when it was for this many. */
const STILL_FRAMES = 3

/** `onHand` is filled with what is to be called when the reader's own hand is on the scroller. */
export function useFollow(scroller: Scroller, onHand: RefObject<() => void>): Follow {
  const { isNearEnd, toEnd } = scroller
  const frame = useRef(0)
  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
  }, [])
  onHand.current = stop
  useEffect(() => stop, [stop])

  const start = useCallback(() => {
    stop()
    let still = 0
    const step = () => {
      still = toEnd() ? still + 1 : 0
      frame.current = still < STILL_FRAMES ? requestAnimationFrame(step) : 0
    }
    frame.current = requestAnimationFrame(step)
  }, [stop, toEnd])

  const output = useCallback(
    (isAtEnd: boolean) => {
      if (!isAtEnd && frame.current === 0) return false
      start()
      return 'auto'
    },
    [start],
  )
  return { output, isNearEnd: useCallback(() => frame.current !== 0 || isNearEnd(), [isNearEnd]) }
}
