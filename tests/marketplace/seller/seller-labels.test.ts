import { expect, test } from 'vitest'
import { sellerTitle } from '#marketplace/seller/seller-labels.ts'

test.each([
  [null, 0, 'Seller app'],
  ['Lone Star Dispositions', 0, 'Seller app · Lone Star Dispositions'],
  ['Lone Star Dispositions', 3, '(3) Seller app · Lone Star Dispositions'],
] as const)('the seller app of %s with %i unread is titled %s', (account, unread, title) => {
  expect(sellerTitle(account, unread)).toBe(title)
})
