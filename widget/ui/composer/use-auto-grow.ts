/**
 * Lets a textarea be as high as its text, in browsers where `field-sizing-content` does not; its classes say the least and the most.
 * To measure it makes the browser lay out the whole thread, at the first paint and at every key.
 */
import { type RefObject, useLayoutEffect } from 'react'

const sizesItself = () => CSS.supports('field-sizing', 'content')

export function useAutoGrow(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text, which is only in the DOM by now.
  useLayoutEffect(() => {
    const element = input.current
    const box = element?.parentElement
    if (!element || !box || sizesItself()) return
    // Held while it is measured: a box that collapses for a moment lets the thread above lose its place.
    box.style.height = `${box.offsetHeight}px`
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
    box.style.height = ''
  }, [input, text])
}
