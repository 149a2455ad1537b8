import { expect, test } from 'vitest'
import { accountIn, stepTo, withAccount } from '#marketplace/buyer/features/messenger/conversation-address.ts'

test.each([
  ['?account=7', 7],
  ['?x=1&account=12', 12],
  ['', null],
  ['?account=', null],
  ['?account=0', null],
  ['?account=7a', null],
  ['?account=-7', null],
])('%o names the conversation %o', (search, expected) => {
  expect(accountIn(search)).toBe(expected)
})

test.each([
  ['', 7, '/messenger?account=7'],
  ['?account=3', 7, '/messenger?account=7'],
  ['?account=3', null, '/messenger'],
  ['?x=1&account=3', null, '/messenger?x=1'],
])('from %o to %o the address becomes %s', (search, account, expected) => {
  expect(withAccount('/messenger', search, account)).toBe(expected)
})

test.each([
  ['nothing changes', 7, 7, false, 'none'],
  ['a thread opens from the list', null, 7, false, 'push'],
  ['another thread opens beside it', 7, 8, true, 'replace'],
  ['a thread closes that was opened here', 7, null, true, 'back'],
  ['a thread closes that the address had opened', 7, null, false, 'replace'],
] as const)('when %s the history takes a step', (_name, from, to, isPushed, expected) => {
  expect(stepTo(from, to, isPushed)).toBe(expected)
})
