// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { render, the } from '#tests/support/render.tsx'

test('words that appear with their place are shown at once, and read out when the place is known', async () => {
  vi.useFakeTimers()
  const box = await render(<Alert>The deals could not be loaded.</Alert>)
  const place = the(box, '[role=alert]')
  expect(place.textContent).toBe('The deals could not be loaded.')
  // What a screen reader finds in a place that is new is no news to it.
  expect(the(place, 'span').getAttribute('aria-hidden')).toBe('true')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(the(box, '[role=alert]')).toBe(place)
  expect(the(place, 'span').hasAttribute('aria-hidden')).toBe(false)
  vi.useRealTimers()
})
