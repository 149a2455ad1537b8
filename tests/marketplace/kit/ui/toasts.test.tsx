// @vitest-environment happy-dom
import { act, lazy } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notices, takeNotices, toast } from '#marketplace/kit/ui/toast.ts'
import { Toasts } from '#marketplace/kit/ui/toasts.tsx'
import { buttonNamed, render, the } from '#tests/support/render.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  takeNotices()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const NEVER = lazy(() => new Promise<never>(() => {}))
const GONE = () => null

test.each([
  ['is on its way for long', NEVER],
  ['is gone', GONE],
])(
  'a notice is said in a place that is there before, when the code that draws it %s',
  async (_case, toaster) => {
    const box = await render(<Toasts toaster={toaster} />)
    const place = the(box, '[role=status]')
    expect(place.textContent).toBe('')
    await act(async () => toast('That could not be saved.'))
    await pass(2000)
    expect(place.isConnected).toBe(true)
    expect(place.textContent).toBe('That could not be saved.')
    await pass(10_000)
    expect(place.textContent).toBe('')
  },
)

test('its action is run from there, once', async () => {
  const run = vi.fn()
  const box = await render(<Toasts toaster={NEVER} />)
  await act(async () => toast('That could not be saved.', { action: { label: 'Try again', run } }))
  await pass(2000)
  await act(async () => buttonNamed(box, 'Try again').click())
  expect(run).toHaveBeenCalledOnce()
  expect(the(box, '[role=status]').textContent).toBe('')
})

test('what the code drew by then is not said a second time', async () => {
  const box = await render(<Toasts toaster={GONE} />)
  await act(async () => toast('Search saved'))
  await act(async () => takeNotices())
  await pass(2000)
  expect(notices.value).toEqual([])
  expect(the(box, '[role=status]').textContent).toBe('')
})
