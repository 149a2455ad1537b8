import { type RefObject, useLayoutEffect } from 'react'

/** Keeps the chosen entry of a list of links in sight: when another one is chosen, and when the window has another size. */
export function useScrollToCurrent(list: RefObject<HTMLElement | null>, chosen: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is read from the list
  useLayoutEffect(() => {
    const scroll = () => scrollToCurrent(list.current)
    scroll()
    window.addEventListener('resize', scroll)
    return () => window.removeEventListener('resize', scroll)
  }, [list, chosen])
}

/** Brings the chosen entry of a list of links into sight, where the list scrolls, across or down. One in sight stays where it is. */
function scrollToCurrent(list: HTMLElement | null): void {
  const chosen = list?.querySelector('[aria-current]')
  if (!list || !chosen) return
  const [at, frame] = [chosen.getBoundingClientRect(), list.getBoundingClientRect()]
  if (at.left < frame.left || at.right > frame.right) list.scrollLeft += at.left - frame.left - INSET_PX
  if (at.top < frame.top || at.bottom > frame.bottom) list.scrollTop += at.bottom - frame.bottom + INSET_PX
}

const INSET_PX = 16
