// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AddPhone } from '#marketplace/buyer/features/profile/add-phone.tsx'
import { createPhonesModel } from '#marketplace/buyer/features/profile/phones-model.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { ServicesProvider } from '#marketplace/buyer/platform/services-context.tsx'
import { createUnsaved, type Unsaved } from '#marketplace/kit/unsaved.ts'
import { scriptedApi } from '#tests/support/fake-api.ts'

let root: ReturnType<typeof createRoot>
let unsaved: Unsaved

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.getElementById('root') as HTMLElement)
  unsaved = createUnsaved(window)
  const model = createPhonesModel({ api: scriptedApi([]).api, stored: signal([]), adopt: () => {} })
  await act(() =>
    root.render(
      <ServicesProvider services={{ unsaved } as unknown as Services}>
        <AddPhone model={model} onAdded={() => {}} onCancel={() => {}} />
      </ServicesProvider>,
    ),
  )
})
afterEach(() => act(() => root.unmount()))

const number = () => document.querySelector('input') as HTMLInputElement

/** As a browser does it: React hears of a value that was set behind its back. */
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(number(), text)
    number().dispatchEvent(new Event('input', { bubbles: true }))
  })

test('the form opens with the keyboard in its first field', () => {
  expect(document.activeElement).toBe(number())
})

test('a number that was typed is not left unasked; one that is gone again, or the closed form, is', async () => {
  expect(unsaved.isDirty.value).toBe(false)
  await type('713')
  expect(unsaved.isDirty.value).toBe(true)
  await type('')
  expect(unsaved.isDirty.value).toBe(false)
  await type('71')
  await act(() => root.render(null))
  expect(unsaved.isDirty.value).toBe(false)
})
