// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '#shared/ui/button.tsx'

let root: ReturnType<typeof createRoot>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.getElementById('root') as HTMLElement)
})
afterEach(() => act(() => root.unmount()))

test('a busy button takes no press, sends no form, and keeps the place of the keyboard', async () => {
  const pressed = vi.fn()
  const sent = vi.fn((event: React.FormEvent) => event.preventDefault())
  const show = (isBusy: boolean) =>
    act(() =>
      root.render(
        <form onSubmit={sent}>
          <Button type="submit" isBusy={isBusy} onClick={pressed}>
            Save changes
          </Button>
        </form>,
      ),
    )
  await show(false)
  const button = document.querySelector('button') as HTMLButtonElement
  button.focus()
  await show(true)
  await act(() => button.click())
  expect([pressed, sent].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  const said = ['disabled', 'aria-disabled', 'aria-busy'].map((name) => button.getAttribute(name))
  expect(said).toEqual([null, 'true', 'true'])
  expect(document.activeElement).toBe(button)
  await show(false)
  await act(() => button.click())
  expect([pressed, sent].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
