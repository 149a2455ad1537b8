import { expect, test } from 'vitest'
import { csrfToken } from '#marketplace/kit/cookies.ts'

test.each([
  ['alone', 'XSRF-TOKEN=abc', 'abc'],
  ['among others', 'theme=dark; XSRF-TOKEN=abc; x=1', 'abc'],
  ['encoded', 'XSRF-TOKEN=a%3Db', 'a=b'],
  ['missing', 'theme=dark', null],
  ['empty', 'XSRF-TOKEN=', null],
  ['of no cookies', '', null],
  ['with a broken encoding', 'XSRF-TOKEN=100%', '100%'],
])('the CSRF token %s is read', (_name, cookies, expected) => {
  expect(csrfToken(cookies)).toBe(expected)
})
