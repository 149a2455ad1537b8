import { expect, test } from 'vitest'
import { isRelevant } from '#marketplace/buyer/features/notifications/bell.tsx'

test.each([
  ['a price drop on the page of its deal', 'price_drop', 7, '/property/7/12-oak-st', true],
  ['a price drop on the page of another deal', 'price_drop', 7, '/property/8', false],
  ['an offer on the deal one looks at', 'offer', 7, '/deal/7/offer', true],
  ['an offer on the offers', 'offer', 7, '/profile/offers/3', true],
  ['an offer on the wallet', 'offer', 7, '/profile/wallet', false],
  ['a match in the feed', 'new_match', 7, '/for-you', true],
  ['a match on the home page', 'new_match', 7, '/', true],
  ['money on the wallet', 'wallet', null, '/profile/wallet/', true],
  ['anything where somebody writes', 'offer', 7, '/messenger', false],
  ['what only a later server knows', 'something_new', null, '/for-you', false],
])('%s: %s', (_, type, property_id, path, isSaid) => {
  expect(isRelevant({ type, property_id }, path)).toBe(isSaid)
})
