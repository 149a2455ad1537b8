/** Where the keyboard goes on in forms of the profile. */
import { type RefObject, useEffect, useRef } from 'react'

/** A form that opens where its button was starts in its first field. */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [form])
}

/** For what the keyboard goes back to when something that took its place closes and leaves the focus nowhere. */
export function useFocusAfter<E extends HTMLElement>(isOpen: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (hasClosed && (document.activeElement ?? document.body) === document.body) element.current?.focus()
  }, [isOpen])
  return element
}
