/** Files that are dropped on an element, or pasted while it has the keyboard or the pointer. */
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns whether files hover over it. A file that misses it does not take the page's place. */
export function useDroppedFiles(
  root: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const heard = useRef(onFiles)
  heard.current = onFiles
  useEffect(() => {
    const element = root.current
    if (!element) return
    const ending = new AbortController()
    const { signal } = ending
    const take = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      heard.current(files)
    }
    const isHere = (target: EventTarget | null) => target instanceof Node && element.contains(target)
    window.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(isHere(event.target))
      },
      { signal },
    )
    window.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) setOver(false)
      },
      { signal },
    )
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        if (isHere(event.target)) take(event, event.dataTransfer)
      },
      { signal },
    )
    document.addEventListener(
      'paste',
      (event) => {
        if (event.defaultPrevented) return
        if (isHere(event.target) || element.matches(':hover')) take(event, event.clipboardData)
      },
      { signal },
    )
    return () => ending.abort()
  }, [root])
  return isOver
}
