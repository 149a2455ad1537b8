/**
 * A ref for what goes away with the trouble it is about, by a press or by itself: a focus on it goes on from its panel's heading instead
 * of being lost. A page may have put its own heading there, which takes no focus; then the panel's field does.
 */
export const toHeading = (button: HTMLElement | null) => () => {
  if (!button?.matches(':focus')) return
  const panel = button.closest('section')
  const places = [...(panel?.querySelectorAll<HTMLElement>('h2[tabindex], input, textarea') ?? [])]
  places.find((place) => place.offsetHeight > 0)?.focus()
}
