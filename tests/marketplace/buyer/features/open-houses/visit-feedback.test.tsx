// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { VisitFeedback } from '#marketplace/buyer/features/open-houses/visit-feedback.tsx'
import { doing, render } from '#tests/support/render.tsx'

const onSend = vi.fn(async () => true)

beforeEach(async () => {
  onSend.mockClear()
  await render(<VisitFeedback onSend={onSend} />)
})

const rating = () => document.querySelector('select') as HTMLSelectElement
const send = () => doing(() => document.querySelector('form')?.requestSubmit())

test('nothing is rated before the visitor rates it: a press on send asks for a rating', async () => {
  expect(rating().value).toBe('')
  await send()
  expect(onSend).not.toHaveBeenCalled()
  expect(rating().getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).toContain('Choose a rating from 1 to 5.')
})

test('the rating that was chosen is sent, and no longer asked for', async () => {
  await send()
  await doing(() => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(rating(), '4')
    rating().dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(document.body.textContent).not.toContain('Choose a rating from 1 to 5.')
  await send()
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ rating: 4, text: '' })
})
