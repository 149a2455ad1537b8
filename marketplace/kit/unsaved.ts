/** Whether something typed on this page is not saved yet: asked before the page is left or reloaded. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'

export interface Unsaved {
  readonly isDirty: ReadonlySignal<boolean>
  /** How many saves of what is held are not answered yet. Leaving waits for them. */
  readonly saving: Signal<number>
  /** Something is not saved from now on; the returned function says that it is, or that it is given up. */
  hold(): () => void
  /** Hears Back and Forward before the router does, the latest first, until one stops it. The returned function ends it. */
  beforeRouter(hear: (event: PopStateEvent) => void): () => void
}

/**
 * Make it before the router: a window calls its listeners in the order they came, whatever their phase (Chromium 156), and
 * the router's would have taken the page away.
 */
export function createUnsaved(window: Window): Unsaved {
  const { history, location } = window
  const held = signal(0)
  let hearers: readonly ((event: PopStateEvent) => void)[] = []
  /** Where something was typed. */
  let here = ''
  let state: unknown
  // The question may load after the page. A link or Back that is pressed before waits for it.
  let go = () => {}
  const isEarly = () => held.peek() && !hearers.length
  function wait(event: Event, then: () => void) {
    event.preventDefault()
    event.stopImmediatePropagation()
    go = then
  }
  window.addEventListener('popstate', (event) => {
    if (isEarly()) {
      history.pushState(state, '', here)
      wait(event, () => history.back())
    }
    for (const hear of hearers) if (!event.cancelBubble) hear(event)
  })
  window.addEventListener(
    'click',
    (event) => {
      if (!isEarly() || event.ctrlKey || event.metaKey || event.shiftKey) return
      const link = (event.target as Element).closest<HTMLElement>('a[href]:not([target], [download])')
      if (link) wait(event, () => link.click())
    },
    true,
  )
  window.addEventListener('beforeunload', (event) => {
    if (held.peek()) event.preventDefault()
  })
  return {
    isDirty: computed(() => held.value > 0),
    saving: signal(0),
    hold() {
      if (!held.peek()) {
        here = location.href
        state = history.state
      }
      held.value = held.peek() + 1
      let own = 1
      return () => {
        held.value = held.peek() - own
        own = 0
      }
    },
    beforeRouter(hear) {
      hearers = [hear, ...hearers]
      go()
      go = () => {}
      return () => {
        hearers = hearers.filter((one) => one !== hear)
      }
    },
  }
}
