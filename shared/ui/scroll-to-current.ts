/** Brings the chosen entry of a list of links into sight, where the list scrolls, across or down. One in sight stays where it is. */
export function scrollToCurrent(list: HTMLElement | null): void {
  const chosen = list?.querySelector('[aria-current]')
  if (!list || !chosen) return
  const [at, frame] = [chosen.getBoundingClientRect(), list.getBoundingClientRect()]
  if (at.left < frame.left || at.right > frame.right) list.scrollLeft += at.left - frame.left - INSET_PX
  if (at.top < frame.top || at.bottom > frame.bottom) list.scrollTop += at.bottom - frame.bottom + INSET_PX
}

const INSET_PX = 16
