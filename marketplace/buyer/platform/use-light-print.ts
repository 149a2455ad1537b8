/** On paper everything is light: without it the pale words of the dark theme would be printed on white. */
import { useEffect } from 'react'

export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement
    let shown: string | undefined
    const before = () => {
      shown = root.dataset.theme
      root.dataset.theme = 'light'
    }
    const after = () => {
      if (shown === undefined) delete root.dataset.theme
      else root.dataset.theme = shown
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}
