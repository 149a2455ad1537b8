/** For a picture that is not there, or that the page's policy keeps out: nothing stands in its place, and no broken frame. */
import type { SyntheticEvent } from 'react'

/** Give the picture its address as its key: another one begins anew. */
export function hideBroken({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.style.display = 'none'
}
