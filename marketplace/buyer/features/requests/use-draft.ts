/** Unsent words about a deal, kept in this tab until they are sent. A browser without storage forgets them with the page. */
import { useState } from 'react'

/** The words, and what writes them; an empty text takes them out of storage. */
export function useDraft(key: `plat.${'question' | 'address'}.${number}`): [string, (text: string) => void] {
  const [text, setText] = useState(() => inStorage((storage) => storage.getItem(key)) ?? '')
  const write = (next: string) => {
    setText(next)
    inStorage((storage) => (next === '' ? storage.removeItem(key) : storage.setItem(key, next)))
  }
  return [text, write]
}

function inStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(window.sessionStorage)
  } catch {
    return null
  }
}
