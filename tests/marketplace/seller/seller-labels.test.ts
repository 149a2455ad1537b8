import { expect, test } from 'vitest'
import { sellerTitle } from '#marketplace/seller/seller-labels.ts'

test.each([
  ['Log in', '', 0, 'Log in · Seller app'],
  ['Deals', 'Lone Star Dispositions', 0, 'Deals · Lone Star Dispositions · Seller app'],
  ['Deals', 'Lone Star Dispositions', 3, '(3) Deals · Lone Star Dispositions · Seller app'],
] as const)('the view %s of %s with %i unread is titled %s', (view, account, unread, title) => {
  expect(sellerTitle(view, account, unread)).toBe(title)
})
