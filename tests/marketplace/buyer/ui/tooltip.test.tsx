// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { PanelBoundary } from '#marketplace/buyer/ui/panel-boundary.tsx'
import { Tooltip } from '#marketplace/buyer/ui/tooltip.tsx'
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts'

let clock: FakeClock
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div id="root"></div>'
  clock = createFakeClock()
  root = createRoot(document.getElementById('root') as HTMLElement)
})
afterEach(() => act(() => root.unmount()))

const show = (element: React.ReactNode) => act(() => root.render(element))
const shown = () => document.querySelector('[data-tooltip]')?.textContent ?? null

async function tooltip() {
  await show(
    <ServicesProvider services={{ clock } as unknown as Services}>
      <Tooltip text="Use the dark theme">
        <button type="button">Theme</button>
      </Tooltip>
    </ServicesProvider>,
  )
  const button = document.querySelector('button') as HTMLElement
  const pointer = (type: string, pointerType = 'mouse') =>
    act(() => button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType })))
  return { pointer, pass: (ms: number) => act(() => clock.advance(ms)) }
}

test('a pointer that rests for 100 ms shows the name, and leaving hides it at once', async () => {
  const { pointer, pass } = await tooltip()
  await pointer('pointerover')
  await pass(99)
  expect(shown()).toBeNull()
  await pass(1)
  expect(shown()).toBe('Use the dark theme')
  await pointer('pointerout')
  expect(shown()).toBeNull()
})

test('it stands above its control, over everything else', async () => {
  const { pointer, pass } = await tooltip()
  await pointer('pointerover')
  await pass(100)
  const { dataset, style } = document.querySelector('[data-tooltip]') as HTMLElement
  expect([dataset.tooltip, style.zIndex]).toEqual(['top', '9999'])
})

test('a pointer that only passes by shows nothing', async () => {
  const { pointer, pass } = await tooltip()
  await pointer('pointerover')
  await pointer('pointerout')
  await pass(1000)
  expect(shown()).toBeNull()
})

test('Escape takes it away', async () => {
  const { pointer, pass } = await tooltip()
  await pointer('pointerover')
  await pass(100)
  await act(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(shown()).toBeNull()
})

test('a finger shows nothing: its press is the action', async () => {
  const { pointer, pass } = await tooltip()
  await pointer('pointerover', 'touch')
  await pass(1000)
  expect(shown()).toBeNull()
})

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
