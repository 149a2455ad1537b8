// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from '#marketplace/kit/ui/toast.ts'
import Toaster from '#marketplace/kit/ui/toaster.tsx'
import { render } from '#tests/support/render.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((one) => (one.textContent ?? '').trim())

test('the same words while they are shown are one toast, which stays for as long as the last of them', async () => {
  await render(<Toaster />)
  toast('Search saved')
  await pass(3000)
  toast('Search saved')
  await pass(4000)
  expect(shown()).toEqual(['Search saved'])
  await pass(2000)
  expect(shown()).toEqual([])
})

test('the same words while the toast before is on its way out are shown all the same', async () => {
  await render(<Toaster />)
  const run = vi.fn()
  toast('Search saved')
  // Five seconds, and most of the time it takes to fade.
  await pass(5100)
  toast('Search saved', { action: { label: 'See all', run } })
  await pass(3000)
  expect(shown()).toEqual(['Search savedSee all'])
  await act(async () => document.querySelector<HTMLButtonElement>('[data-action]')?.click())
  expect(run).toHaveBeenCalledOnce()
})
