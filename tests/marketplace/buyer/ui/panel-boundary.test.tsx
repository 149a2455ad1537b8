// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PanelBoundary } from '#marketplace/buyer/ui/panel-boundary.tsx'

let root: ReturnType<typeof createRoot>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.getElementById('root') as HTMLElement)
})
afterEach(() => act(() => root.unmount()))

const show = (element: React.ReactNode) => act(() => root.render(element))
test('a part that fails leaves the rest of the page, says so, and can be tried again', async () => {
  const error = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const state = { isBroken: true }
  await show(
    <>
      <p>The rest</p>
      <PanelBoundary name="Your phones" log={{ warn: error, error }}>
        <Phones state={state} />
      </PanelBoundary>
    </>,
  )
  expect(document.body.textContent).toContain('The rest')
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Your phones could not be shown.')
  expect(document.body.textContent).not.toContain('broken')
  expect(error).toHaveBeenCalledOnce()
  state.isBroken = false
  await act(() => (document.querySelector('button') as HTMLElement).click())
  expect(document.body.textContent).toContain('Phones')
})

function Phones({ state }: { state: { isBroken: boolean } }) {
  if (state.isBroken) throw new Error('broken')
  return <p>Phones</p>
}
