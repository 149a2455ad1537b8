/** Lets a textarea be as high as its text; its class says the least and the most. */
import { type RefObject, useLayoutEffect } from 'react'

export function useAutoGrow(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text, which is only in the DOM by now.
  useLayoutEffect(() => {
    const element = input.current
    const box = element?.parentElement
    if (!element || !box) return
    // Held while it is measured: a box that collapses for a moment lets the thread above lose its place.
    box.style.height = `${box.offsetHeight}px`
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
    box.style.height = ''
  }, [input, text])
}
