// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusDeal } from '#marketplace/buyer/features/browse/list/focus-deal.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<main><a href="#19" data-deal="19">19</a><a href="#20" data-deal="20">20</a></main>'
})

afterEach(() => {
  vi.useRealTimers()
})

const focused = () => (document.activeElement as HTMLElement).dataset.deal

/** A list that finds its place draws its cards anew, and the focus is lost. */
function drawAnew(): void {
  const main = document.querySelector('main')
  if (main) main.innerHTML = String(main.innerHTML)
  expect(focused()).toBeUndefined()
}

test('a card that is drawn anew has the focus again', () => {
  focusDeal(19)
  drawAnew()
  vi.advanceTimersToNextFrame()
  expect(focused()).toBe('19')
})

test('a card that was asked for before does not take the focus from the later one', () => {
  focusDeal(20)
  focusDeal(19)
  drawAnew()
  vi.advanceTimersToNextFrame()
  vi.advanceTimersToNextFrame()
  expect(focused()).toBe('19')
})

test('somebody who went on to something else is left there', () => {
  focusDeal(19)
  document.querySelector<HTMLElement>('[data-deal="20"]')?.focus()
  vi.advanceTimersToNextFrame()
  expect(focused()).toBe('20')
})
