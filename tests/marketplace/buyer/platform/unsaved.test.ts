// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createUnsaved } from '#marketplace/kit/unsaved.ts'

test('a page is unsaved as long as one of its forms is', () => {
  const unsaved = createUnsaved(window)
  const first = unsaved.hold()
  const second = unsaved.hold()
  first()
  expect(unsaved.isDirty.value).toBe(true)
  second()
  expect(unsaved.isDirty.value).toBe(false)
})

test('letting go twice counts once', () => {
  const unsaved = createUnsaved(window)
  const first = unsaved.hold()
  unsaved.hold()
  first()
  first()
  expect(unsaved.isDirty.value).toBe(true)
})
