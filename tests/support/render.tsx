/** Renders into the document of happy-dom, and takes it away after each test. */
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export async function render(node: ReactNode): Promise<HTMLElement> {
  const box = document.createElement('div')
  document.body.append(box)
  const root = createRoot(box)
  // An `afterEach` of this file would be of the first test file only: files of a worker share their modules.
  onTestFinished(async () => {
    await act(async () => root.unmount())
    document.body.replaceChildren()
  })
  await act(async () => root.render(node))
  return box
}

/** What a person or the store does, and every change of the screen that follows from it. */
export const doing = (action: () => void): Promise<void> => act(async () => action())

export function press(element: Element, key: string, init: KeyboardEventInit = {}): Promise<void> {
  return doing(() => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  })
}

/** Types as React hears it: through the native setter, then an input event. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  return doing(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** The first element that fits; fails the test when there is none. */
export function the<E extends Element = HTMLElement>(box: ParentNode, selector: string): E {
  const found = box.querySelector<E>(selector)
  if (!found) throw new Error(`nothing matches ${selector} in: ${(box as Element).textContent}`)
  return found
}

export function buttonNamed(box: ParentNode, name: string): HTMLButtonElement {
  const named = [...box.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent)?.trim() === name,
  )
  if (!named) throw new Error(`no button named ${name}`)
  return named
}
