/**
 * Following the end. Messages can come in faster than the list scrolls and measures: the second of them finds the end out of
 * view although nobody left it. So once on its way to the end the thread stays on its way, frame by frame, until the end stands
 * still in view or the reader moves. Virtuoso's own following holds on to the end by index for a while, whatever the reader does.
 */
import { useSignalEffect } from '@preact/signals-react/runtime'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Thread } from '#shared/thread/model.ts'
import type { Scroller } from './use-scroller.ts'

export interface Follow {
  /** To be called whenever rows were drawn. */
  settle(): void
  /** From wherever it is. */
  toEnd(): void
  /** The end is in view, or will be by itself. */
  isNearEnd(): boolean
}

/** Rows are measured in the frame after they were drawn; the end counts as still when it was for this many. */
const STILL_FRAMES = 3

/** `onHand` is filled with what is to be called when the reader's own hand is on the scroller. */
export function useFollow(thread: Thread, scroller: Scroller, onHand: RefObject<() => void>): Follow {
  const { isNearEnd: isEndNear, stoodAtEnd, toEnd: scrollToEnd } = scroller
  const frame = useRef(0)
  const end = useRef(Number.POSITIVE_INFINITY)
  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
  }, [])
  onHand.current = stop
  useEffect(() => stop, [stop])

  const toEnd = useCallback(() => {
    stop()
    let still = 0
    const step = () => {
      still = scrollToEnd() ? still + 1 : 0
      frame.current = still < STILL_FRAMES ? requestAnimationFrame(step) : 0
    }
    frame.current = requestAnimationFrame(step)
  }, [stop, scrollToEnd])
  const isNearEnd = useCallback(() => frame.current !== 0 || isEndNear(), [isEndNear])

  // Asked before what came in is drawn. Older messages leave the end where it was.
  useSignalEffect(() => {
    const { firstIndex, count } = thread.rows.value
    if (firstIndex + count > end.current && isNearEnd()) toEnd()
    end.current = firstIndex + count
  })

  // Virtuoso corrects the scroll position for rows that were measured again, one frame later: follow the end until it is still.
  const settle = () => {
    if (frame.current !== 0) scrollToEnd()
    else if (stoodAtEnd() && !scrollToEnd()) toEnd()
  }
  return { settle, toEnd, isNearEnd }
}
