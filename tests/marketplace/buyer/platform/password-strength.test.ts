import { expect, test } from 'vitest'
import { strengthOf } from '#marketplace/buyer/platform/password-strength.ts'

test.each([
  ['password', 0],
  ['qwerty12', 0],
  ['whitfield1', 1],
  ['a kettle on the porch', 4],
])('%s has level %i', (password, level) => {
  expect(strengthOf(password).level).toBe(level)
})

test('the own name and address are easy to guess', () => {
  const own = ['dana@whitfieldholdings.com', 'Dana', 'Whitfield', 'whitfieldholdings']
  expect(strengthOf('whitfieldholdings', own).level).toBeLessThan(strengthOf('whitfieldholdings').level)
})

test('a weak password comes with advice, in a sentence', () => {
  expect(strengthOf('password').advice).toMatch(/^[A-Z].*\.$/)
})

test('a strong one needs none', () => {
  expect(strengthOf('a kettle on the porch').advice).toBe('')
})
