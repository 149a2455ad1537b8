/** Gives a deal's card the focus as soon as it is drawn: a list draws only what is in view. */

/** After this many frames the card is not coming, e.g. because its deal was withdrawn. */
const FRAMES_MAX = 180

export function focusDeal(id: number): void {
  let frames = 0
  const attempt = () => {
    const link = document.querySelector<HTMLElement>(`main [data-deal="${id}"]`)
    if (link) link.focus({ preventScroll: true })
    else if (frames++ < FRAMES_MAX) requestAnimationFrame(attempt)
  }
  attempt()
}
