/** What a saved reply says in a conversation, what is left to fill in, and which replies a "/" lists. */
import { expect, test } from 'vitest'
import {
  commandAt,
  filledReply,
  openFields,
  REPLY_FIELDS,
  repliesFor,
} from '#marketplace/seller/inbox/reply-fields.ts'

const FACTS = {
  buyer: 'Dana Whitfield',
  deal: '2217 Bluebonnet Trail, Houston, TX 77018',
  member: 'Nora Beck',
  company: 'Lone Star Dispositions',
}
const all = REPLY_FIELDS.map((name) => `{${name}}`).join(' | ')

test('each field that the editor lists is filled in', () => {
  expect(filledReply(all, FACTS)).toBe(
    'Dana | 2217 Bluebonnet Trail, Houston, TX 77018 | Nora | Lone Star Dispositions',
  )
})

test('what is not known stays as it is written, and is named once', () => {
  const filled = filledReply('{first_name}: {deal}, code {code}, again {code}.', { ...FACTS, deal: null })
  expect(filled).toBe('Dana: {deal}, code {code}, again {code}.')
  expect(openFields(filled)).toEqual(['{deal}', '{code}'])
  expect(openFields('Braces { } of {Another kind} and {}')).toEqual([])
})

test('what a field says is never read as a field, and patterns of a replacement are only words', () => {
  expect(filledReply('{first_name} {my_name}', { ...FACTS, buyer: '{company}', member: '$& $1' })).toBe(
    '{company} $&',
  )
})

test.each([
  ['Dana', 'Dana'],
  ['José Peña', 'José'],
  ['Greenlight Rentals LLC', 'Greenlight Rentals LLC'],
  ['Acme Inc.', 'Acme Inc.'],
])('the first name of %s is %s', (buyer, first) => {
  expect(filledReply('{first_name}', { ...FACTS, buyer })).toBe(first)
})

test.each([
  ['/', 1, { start: 0, end: 1, words: '' }],
  ['/lock box', 9, { start: 0, end: 9, words: 'lock box' }],
  ['Hello.\n /lo', 11, { start: 8, end: 11, words: 'lo' }],
  // Only up to the caret.
  ['/lock', 3, { start: 0, end: 3, words: 'lo' }],
  ['and /or', 7, null],
  ['1/2', 3, null],
  ['https://plat', 12, null],
  ['/home/nora', 10, null],
  ['/lo\n', 4, null],
])('"%s" with the caret at %i', (text, caret, command) => {
  expect(commandAt(text, caret)).toEqual(command)
})

test('replies are found by words of their name and text, those whose name begins so first', () => {
  const replies = [
    { title: 'Address', body: 'The lockbox is on the gas meter.' },
    { title: 'Lockbox', body: 'Code {code}.' },
    { title: 'Thanks', body: 'Thank you.' },
  ]
  const names = (typed: string) => repliesFor(replies, typed).map(({ title }) => title)
  expect(names('')).toEqual(['Address', 'Lockbox', 'Thanks'])
  expect(names('LOCK')).toEqual(['Lockbox', 'Address'])
  expect(names('gas lockbox')).toEqual(['Address'])
  expect(names('loan')).toEqual([])
})
