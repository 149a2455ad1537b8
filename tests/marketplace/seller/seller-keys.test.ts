/** What the keys of the seller app mean; what they press is tested in a browser. */
import { expect, test } from 'vitest'
import { isOfConversation, keysOf, SELLER_KEYS } from '#marketplace/seller/keyboard/seller-keys.ts'

test.each([
  ['j', null, 'j'],
  ['J', null, 'j'],
  ['z', null, 'h'],
  ['Enter', null, 'Enter'],
  ['d', 'g', 'g d'],
  ['D', 'g', 'g d'],
  // Two keys of one word have another meaning than its letters.
  ['z', 'g', 'g z'],
  ['d', 'x', 'd'],
])('%s after %s is %s', (key, before, keys) => {
  expect(keysOf(key, before)).toBe(keys)
})

test('each key is listed once, and those of a conversation open its row first', () => {
  const listed = SELLER_KEYS.flatMap(({ keys, alias }) => (alias ? [keys, alias] : [keys]))
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter(isOfConversation)).toEqual(['r', '/', 'e', 'h', 'a', 'n'])
})
