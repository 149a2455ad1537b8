/** Whether something typed on this page is not saved yet: asked before the page is left or reloaded. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'

export interface Unsaved {
  readonly isDirty: ReadonlySignal<boolean>
  /** Something is not saved from now on; the returned function says that it is, or that it is given up. */
  hold(): () => void
  /** Hears Back and Forward before the router does, the latest first, until one stops it. The returned function ends it. */
  beforeRouter(hear: (event: PopStateEvent) => void): () => void
}

/**
 * Make it before the router: a window calls its listeners in the order they came, whatever their phase (Chromium 156), and
 * the router's would have taken the page away.
 */
export function createUnsaved(window: Pick<Window, 'addEventListener'>): Unsaved {
  const held = signal(0)
  let hearers: readonly ((event: PopStateEvent) => void)[] = []
  window.addEventListener('popstate', (event) => {
    for (const hear of hearers) if (!event.cancelBubble) hear(event)
  })
  // The question may load after the page. A link that is pressed before waits for it.
  let pressed: HTMLElement | null = null
  window.addEventListener('click', wait, true)
  function wait(event: MouseEvent) {
    if (hearers.length > 0 || held.peek() === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = (event.target as Element).closest<HTMLElement>('a[href]:not([target], [download])')
    if (link === null) return
    event.preventDefault()
    event.stopPropagation()
    pressed = link
  }
  return {
    isDirty: computed(() => held.value > 0),
    hold() {
      held.value = held.peek() + 1
      let isHeld = true
      return () => {
        if (isHeld) held.value = held.peek() - 1
        isHeld = false
      }
    },
    beforeRouter(hear) {
      hearers = [hear, ...hearers]
      pressed?.click()
      pressed = null
      return () => {
        hearers = hearers.filter((one) => one !== hear)
      }
    },
  }
}
