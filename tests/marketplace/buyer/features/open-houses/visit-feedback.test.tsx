// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { VisitFeedback } from '#marketplace/buyer/features/open-houses/visit-feedback.tsx'

const onSend = vi.fn(async () => true)
let root: ReturnType<typeof createRoot>

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onSend.mockClear()
  document.body.innerHTML = '<main></main>'
  root = createRoot(document.querySelector('main') as HTMLElement)
  await act(() => root.render(<VisitFeedback onSend={onSend} />))
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.unstubAllGlobals()
})

const rating = () => document.querySelector('select') as HTMLSelectElement
const send = () => act(async () => document.querySelector('form')?.requestSubmit())

test('nothing is rated before the visitor rates it: a press on send asks for a rating', async () => {
  expect(rating().value).toBe('')
  await send()
  expect(onSend).not.toHaveBeenCalled()
  expect(rating().getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).toContain('Choose a rating from 1 to 5.')
})

test('the rating that was chosen is sent, and no longer asked for', async () => {
  await send()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(rating(), '4')
    rating().dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(document.body.textContent).not.toContain('Choose a rating from 1 to 5.')
  await send()
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ rating: 4, text: '' })
})
