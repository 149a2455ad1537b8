import { expect, test } from 'vitest'
import { links } from '#shared/contract/pages.ts'
import { comingBack, loginAddress, registerAddress, safeReturnTo } from '#shared/rules/return-to.ts'

const ORIGIN = 'https://plat.example'

test.each([
  ['a path', '/messenger', '/messenger'],
  ['a path with query and hash', '/messenger?account=7#last', '/messenger?account=7#last'],
  ['dots that stay inside', '/a/../messenger', '/messenger'],
  ['an address in the query', '/p/7?from=https://evil.example', '/p/7?from=https://evil.example'],
])('%s is returned to', (_name, wanted, expected) => {
  expect(safeReturnTo(wanted, ORIGIN)).toBe(expected)
})

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['another site', 'https://evil.example/'],
  ['this site by its whole address', 'https://plat.example/messenger'],
  ['another site without scheme', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a backslash for a slash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a tab between slashes', '/\t/evil.example'],
  ['a line break between slashes', '/\n/evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['a name and password', '//user:pass@plat.example/'],
  ['a host hidden behind an @', '//plat.example@evil.example'],
  ['slashes left by dots', '/..//evil.example'],
  ['a relative path', 'messenger'],
  ['a port that no host can have', '//evil.example:99999/'],
  ['the login page itself', '/login?return_to=/messenger'],
  ['the login page, spelled otherwise', '/LOGIN/'],
  ['the registration', '/register?return_to=/messenger'],
  ['an address encoded twice', '/%5C..%5C/..//evil.example'],
])('%s leads home instead', (_name, wanted) => {
  expect(safeReturnTo(wanted, ORIGIN)).toBe('/')
})

test('the address of the login page carries where to come back to', () => {
  expect(loginAddress('/messenger?account=7')).toBe('/login?return_to=%2Fmessenger%3Faccount%3D7')
})

test('home needs no way back', () => {
  expect(loginAddress('/')).toBe('/login')
})

test('the registration carries it too', () => {
  expect(registerAddress('/p/7')).toBe('/register?return_to=%2Fp%2F7')
  expect(registerAddress('/')).toBe('/register')
})

test('A payment comes back to the step that needed it', () => {
  const { searchParams, pathname } = new URL(comingBack(links.payment(12), '/offer/7/confirm'), ORIGIN)
  expect(pathname).toBe('/profile/wallet')
  expect(searchParams.get('payment')).toBe('12')
  expect(safeReturnTo(searchParams.get('return_to'), ORIGIN)).toBe('/offer/7/confirm')
})
