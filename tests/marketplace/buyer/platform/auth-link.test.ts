import { expect, test } from 'vitest'
import { readArrival } from '#marketplace/buyer/platform/auth-link.ts'

/** A window at an address, as far as it is used. */
function at(address: string) {
  const url = new URL(address, 'https://plat.example')
  const { pathname, search, hash } = url
  const seen: string[] = []
  const window = {
    location: { pathname, search, hash },
    history: { state: { kept: true }, replaceState: (_: unknown, __: string, to: string) => seen.push(to) },
  }
  return { arrival: readArrival(window as unknown as Window), seen }
}

test.each([
  ['/?email_confirm=1&auth_token=abc', '/?email_confirm=1'],
  ['/p/7?a=%20b&email_confirm=1&auth_token=abc&c=d#last', '/p/7?a=%20b&email_confirm=1&c=d#last'],
  ['/messenger?auth_token=abc&email_confirm=1', '/messenger?email_confirm=1'],
])('the token of %s is taken, and %s is left', (address, left) => {
  const { arrival, seen } = at(address)
  expect(seen).toEqual([left])
  expect(arrival.isByLink).toBe(true)
  expect(arrival.takeLinkToken()).toBe('abc')
})

test('a token is handed over once', () => {
  const { arrival } = at('/?email_confirm=1&auth_token=abc')
  arrival.takeLinkToken()
  expect(arrival.takeLinkToken()).toBeNull()
})

test('a token without its mark logs nobody in, and still leaves the address', () => {
  const { arrival, seen } = at('/?auth_token=abc&x=1')
  expect(arrival.takeLinkToken()).toBeNull()
  expect(seen).toEqual(['/?x=1'])
})

test('an address without a token stays untouched', () => {
  const { arrival, seen } = at('/messenger?account=7&email_confirm=1#last')
  expect([arrival.takeLinkToken(), seen]).toEqual([null, []])
})

test('what a network sent to the login page is taken out of the address', () => {
  const { arrival, seen } = at('/login?code=xyz&state=plat-id.abc&iss=https%3A%2F%2Fid.example')
  expect(seen).toEqual(['/login'])
  const token = 'code=xyz&state=plat-id.abc&iss=https%3A%2F%2Fid.example'
  expect(arrival.takeSocial()).toEqual({ kind: 'token', network: 'plat-id', token })
  expect(arrival.takeSocial()).toBeNull()
})

test('who turned back at the network is told so', () => {
  expect(at('/login?error=access_denied&state=google.abc').arrival.takeSocial()).toEqual({
    kind: 'refused',
    network: 'google',
  })
})

test('a query of another page is its own, whatever it looks like', () => {
  const { arrival, seen } = at('/terms-of-service?code=xyz&state=google.abc')
  expect([arrival.takeSocial(), seen]).toEqual([null, []])
})

test.each([
  ['7', 7],
  ['0', null],
  ['-1', null],
  ['7x', null],
  ['', null],
])('an account to attach of "%s" is %s', (text, id) => {
  expect(at(`/register?attach_account_id=${text}`).arrival.attachAccountId).toBe(id)
})

test('utm marks are kept, cut to what the server takes', () => {
  const { arrival } = at(`/?utm_source=mail&utm_campaign=${'x'.repeat(300)}&other=1`)
  expect(arrival.utm).toEqual({ utm_source: 'mail', utm_campaign: 'x'.repeat(200) })
})
