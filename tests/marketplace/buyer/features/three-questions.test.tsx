// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBox } from '#marketplace/buyer/features/buy-box/box-model.ts'
import { ThreeQuestions } from '#marketplace/buyer/features/buy-box/three-questions.tsx'
import { createUnsaved } from '#marketplace/kit/unsaved.ts'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import type { BuyBoxWire, CriterionWire } from '#shared/contract/buy-box.ts'
import { scriptedApi } from '../platform/scripted-fetch.ts'

let root: ReturnType<typeof createRoot>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.getElementById('root') as HTMLElement)
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.unstubAllGlobals()
})

const PRICE: CriterionWire = {
  key: 'price',
  min: 90_000,
  max: null,
  any_of: null,
  is_hard: false,
  is_locked: false,
  source: 'manual',
  evidence: null,
}
const BOX: BuyBoxWire = {
  id: 1,
  name: 'My buy box',
  mode: 'manual',
  is_paused: false,
  notify: 'daily',
  criteria: [],
  geotags: [],
  created_at: '2026-06-01T00:00:00Z',
}

test('an answer that is typed and not saved is asked about, until it is saved', async () => {
  const unsaved = createUnsaved(window)
  const { api, calls } = scriptedApi([{ status: 200, body: { data: { ...BOX, criteria: [PRICE] } } }])
  const box = createBox(BOX, { api, log: { warn() {}, error() {} }, onMarkets() {}, onSettled() {} })
  await act(() =>
    root.render(
      <UnsavedContext value={unsaved}>
        <ThreeQuestions box={box} />
      </UnsavedContext>,
    ),
  )
  expect(unsaved.isDirty.value).toBe(false)
  const field = document.querySelector<HTMLInputElement>('input') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '90000')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(unsaved.isDirty.value).toBe(true)
  await act(async () => {
    document.querySelector('form')?.requestSubmit()
    await vi.waitFor(() => expect(box.isSaving.value).toBe(false))
  })
  expect(calls).toHaveLength(1)
  expect(unsaved.isDirty.value).toBe(false)
})
