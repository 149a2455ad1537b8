/** Which picture is open stands in the address as `#photo-7`, as an entry of the history: Back closes the viewer. */
import { useCallback, useEffect, useState } from 'react'

export interface PhotoAddress {
  /** Null while the viewer is closed. */
  readonly index: number | null
  open(index: number): void
  /** Another picture of the open viewer; no step of its own in the history. */
  show(index: number): void
  close(): void
}

const OURS = 'isPhotoViewer'

export function usePhotoAddress(count: number): PhotoAddress {
  const [index, setIndex] = useState<number | null>(() => photoOf(window.location.hash, count))
  useEffect(() => {
    const follow = () => setIndex(photoOf(window.location.hash, count))
    follow()
    window.addEventListener('popstate', follow)
    window.addEventListener('hashchange', follow)
    return () => {
      window.removeEventListener('popstate', follow)
      window.removeEventListener('hashchange', follow)
    }
  }, [count])

  const open = useCallback((next: number) => {
    window.history.pushState({ ...stateNow(), [OURS]: true }, '', `#photo-${next + 1}`)
    setIndex(next)
  }, [])
  const show = useCallback((next: number) => {
    window.history.replaceState(stateNow(), '', `#photo-${next + 1}`)
    setIndex(next)
  }, [])
  const close = useCallback(() => {
    // Who came by a link to one picture has no page of ours behind it.
    if (OURS in stateNow()) return window.history.back()
    window.history.replaceState(stateNow(), '', window.location.pathname + window.location.search)
    setIndex(null)
  }, [])
  return { index, open, show, close }
}

/** The picture an address's hash names, from 0; null when it names none there is. */
export function photoOf(hash: string, count: number): number | null {
  const number = Number(/^#photo-([1-9]\d{0,3})$/.exec(hash)?.[1])
  return number >= 1 && number <= count ? number - 1 : null
}

const stateNow = (): Record<string, unknown> => {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
