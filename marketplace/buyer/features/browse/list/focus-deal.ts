/**
 * Gives a deal's card the focus as soon as it is drawn, and again when the list, finding its place, draws it anew. One card at a time:
 * whoever asks later is the one that is waited for.
 */

/** After this many frames the card is not coming, e.g. because its deal was withdrawn. */
const FRAMES_MAX = 240
/** A list that goes back to where it was left draws its rows more than once. */
const SETTLED_FRAMES = 30

let frame = 0

export function focusDeal(id: number): void {
  cancelAnimationFrame(frame)
  let frames = 0
  let focusedFrames = 0
  const attempt = () => {
    const link = document.querySelector<HTMLElement>(`main [data-deal="${id}"]`)
    const wasFocused = focusedFrames > 0
    // Somebody went on to something else meanwhile.
    if (wasFocused && !isNowhere(document.activeElement) && document.activeElement !== link) return
    if (link !== null) {
      if (document.activeElement !== link) link.focus({ preventScroll: true })
      focusedFrames++
      show(link)
    }
    if (frames++ < FRAMES_MAX && focusedFrames < SETTLED_FRAMES) frame = requestAnimationFrame(attempt)
  }
  attempt()
}

/** The list has shown the card within itself; in a low window the page scrolls too, and the list's head may be over the link (WCAG 2.4.11). */
function show(link: HTMLElement): void {
  const { left, top, width, height } = link.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  if (!link.closest('article, tr')?.contains(seen)) link.scrollIntoView({ block: 'nearest' })
}

/** What a page's arrival and a card that went leave the focus on. */
const isNowhere = (element: Element | null): boolean =>
  element === null || element === document.body || element.matches('main, main h1')
