import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { createPageTitle, titleText } from '#marketplace/buyer/platform/services.ts'

test.each([
  ['Messages', 3, '(3) Messages · Plat'],
  ['Messages', 0, 'Messages · Plat'],
  ['', 0, 'Plat'],
  ['', 12, '(12) Plat'],
])('page %o with %i unread is titled %o', (page, unread, expected) => {
  expect(titleText(page, unread)).toBe(expected)
})

test('the title follows the unread count', () => {
  const unread = signal(0)
  const title = createPageTitle(unread)
  title.set('Home')
  unread.value = 2
  expect(title.text.value).toBe('(2) Home · Plat')
})
