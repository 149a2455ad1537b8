/**
 * Where each entry of the history was scrolled to, so that Back and Forward lead to the same place (spec section 2, Page
 * change). The browser's own memory fails here: when it scrolls, the page of the entry is not drawn yet.
 */

export interface ScrollMemory {
  /** The page of the current entry is drawn. Answers where it was left, or null when it is new. */
  arrived(): number | null
  dispose(): void
}

export interface ScrollMemoryDeps {
  window: Window
  storage: () => Storage
}

const KEY = 'plat.scroll'
/** Older entries begin at their top. */
const ENTRIES_MAX = 50

export function createScrollMemory({ window, storage }: ScrollMemoryDeps): ScrollMemory {
  const { history } = window
  const places = new Map<string, number>(read(storage))
  // Between leaving a page and the next one being drawn, scroll positions belong to neither.
  let isSettled = false
  history.scrollRestoration = 'manual'

  let path = window.location.pathname
  /** The entry whose page is shown; null when it has no name yet. */
  let shown: string | null = null

  /** To another page: it says when it has arrived. Within a page only the place changes, or an anchor was followed. */
  const moved = () => {
    if (window.location.pathname !== path) {
      isSettled = false
      return
    }
    shown = entryOf(history)
    if (shown === null) remember()
    else window.scrollTo(0, places.get(shown) ?? 0)
  }
  const remember = () => {
    shown = window.crypto.randomUUID()
    history.replaceState({ ...history.state, entry: shown }, '')
  }
  const keep = (entry: string | null) => {
    if (!isSettled || entry === null) return
    places.delete(entry)
    places.set(entry, window.scrollY)
  }
  const scrolled = () => keep(entryOf(history))
  // Browsers tell of scrolling a frame later. Who goes on within that frame has left from here all the same.
  const left = () => {
    keep(shown)
    shown = null
  }
  const save = () => write(storage, [...places].slice(-ENTRIES_MAX))

  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  window.addEventListener('popstate', moved, options)
  window.addEventListener('pushState', left, options)
  window.addEventListener('scroll', scrolled, options)
  window.addEventListener('pagehide', save, options)

  return {
    arrived() {
      shown = entryOf(history)
      path = window.location.pathname
      isSettled = true
      if (shown !== null) return places.get(shown) ?? 0
      remember()
      return null
    },
    dispose: () => listening.abort(),
  }
}

function entryOf(history: History): string | null {
  const entry = (history.state as { entry?: unknown } | null)?.entry
  return typeof entry === 'string' ? entry : null
}

function read(storage: () => Storage): [string, number][] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((pair) => typeof pair?.[1] === 'number') : []
  } catch {
    return []
  }
}

function write(storage: () => Storage, places: [string, number][]): void {
  try {
    storage().setItem(KEY, JSON.stringify(places))
  } catch {
    return
  }
}
