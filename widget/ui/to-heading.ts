/** What was pressed goes away with the trouble it was about: the focus goes on from its panel's heading instead of being lost. */
import type { MouseEvent } from 'react'

/** A page may have put its own heading there, which takes no focus; then the panel's field does. */
export function toHeading({ currentTarget }: MouseEvent<HTMLElement>): void {
  const panel = currentTarget.closest('section')
  const places = [...(panel?.querySelectorAll<HTMLElement>('h2[tabindex], input, textarea') ?? [])]
  places.find((place) => place.getClientRects().length > 0)?.focus()
}
