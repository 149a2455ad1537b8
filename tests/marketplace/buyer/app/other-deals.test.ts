import { expect, test } from 'vitest'
import { shelvesOf } from '#marketplace/buyer/app/other-deals.tsx'

const deals = (...ids: number[]) => ids.map((id) => ({ id }))

test('a deal that is like this one and of the same seller is shown once', () => {
  expect(shelvesOf(deals(1, 2, 3), deals(2, 4))).toEqual([deals(1, 2, 3), deals(4)])
})

test('a deal that is like this one but not among the first is shown with those of the seller', () => {
  expect(shelvesOf(deals(1, 2, 3, 4, 5), deals(5, 1, 6, 7, 8, 9))).toEqual([
    deals(1, 2, 3, 4),
    deals(5, 6, 7, 8),
  ])
})
