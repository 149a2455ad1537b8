/** A row that becomes another one under the keyboard: the focus goes on to the button that takes the place of the pressed one. */
import { type RefObject, useEffect, useRef } from 'react'

/** For the button of whichever row is shown. A row that changes for another reason takes the focus from nowhere. */
export function useSwapFocus(isSwapped: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(isSwapped)
  useEffect(() => {
    const hasChanged = before.current !== isSwapped
    before.current = isSwapped
    if (hasChanged && (document.activeElement ?? document.body) === document.body)
      button.current?.focus({ preventScroll: true })
  }, [isSwapped])
  return button
}
