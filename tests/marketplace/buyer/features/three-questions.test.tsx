// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { createBox } from '#marketplace/buyer/features/buy-box/box-model.ts'
import { ThreeQuestions } from '#marketplace/buyer/features/buy-box/three-questions.tsx'
import { createUnsaved } from '#marketplace/kit/unsaved.ts'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import type { BuyBoxWire, CriterionWire } from '#shared/contract/buy-box.ts'
import { scriptedApi } from '#tests/support/fake-api.ts'
import { render, the, type } from '#tests/support/render.tsx'

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
  const { api, calls } = scriptedApi([{ data: { ...BOX, criteria: [PRICE] } }])
  const box = createBox(BOX, { api, log: { warn() {}, error() {} }, onMarkets() {}, onSettled() {} })
  const shown = await render(
    <UnsavedContext value={unsaved}>
      <ThreeQuestions box={box} />
    </UnsavedContext>,
  )
  expect(unsaved.isDirty.value).toBe(false)
  await type(the<HTMLInputElement>(shown, 'input'), '90000')
  expect(unsaved.isDirty.value).toBe(true)
  await act(async () => {
    the<HTMLFormElement>(shown, 'form').requestSubmit()
    await vi.waitFor(() => expect(box.isSaving.value).toBe(false))
  })
  expect(calls).toHaveLength(1)
  expect(unsaved.isDirty.value).toBe(false)
})
