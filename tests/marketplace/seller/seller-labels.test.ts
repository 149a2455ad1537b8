import { expect, test } from 'vitest'
import { deskTitle } from '#marketplace/seller/seller-labels.ts'

test.each([
  [null, 0, 'Seller desk'],
  ['Lone Star Dispositions', 0, 'Seller desk · Lone Star Dispositions'],
  ['Lone Star Dispositions', 3, '(3) Seller desk · Lone Star Dispositions'],
] as const)('the desk of %s with %i unread is titled %s', (account, unread, title) => {
  expect(deskTitle(account, unread)).toBe(title)
})
