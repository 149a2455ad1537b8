/** Waits until what is on its way to the screen is there. */
import { nextTask } from './next-task.ts'

/** A page that draws no frames, as a frame out of view, is not waited for any longer. */
const NO_FRAME_MS = 1000

/** Resolves when the next frame has been painted, and at once where nothing is painted. */
export function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, NO_FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      void nextTask().then(resolve)
    })
  })
}
