import { expect, test } from 'vitest'
import { placeOf } from '#marketplace/buyer/app/navigation.ts'
import { findRoute, ROUTES } from '#marketplace/buyer/app/routes.ts'
import { PAGES } from '#shared/contract/pages.ts'
import { decodeText } from '#shared/rules/site/buyer-routes.ts'

/** Spec section 2, Route table, word for word, with an address for each. */
const SPEC: readonly (readonly [path: string, address: string])[] = [
  ['/', '/'],
  ['/chat', '/chat'],
  ['/messenger', '/messenger'],
  ['/p/{id}', '/p/7'],
  ['/register', '/register'],
  ['/deal/{id}', '/deal/7'],
  ['/property/{id}', '/property/7'],
  ['/property/{id}/{slug}', '/property/7/2217-bluebonnet-trail'],
  ['/company/{account_id}', '/company/3'],
  ['/profile', '/profile'],
  ['/profile/{partition}', '/profile/wallet'],
  ['/profile_prev', '/profile_prev'],
  ['/privacy-policy', '/privacy-policy'],
  ['/terms-of-service', '/terms-of-service'],
  ['/reset-password/{token}', '/reset-password/abc'],
  ['/user/unsubscribe', '/user/unsubscribe'],
  ['/user/unsubscribe/{token}', '/user/unsubscribe/abc'],
  ['/user/confirm/{token}', '/user/confirm/abc'],
]

test.each(SPEC)('%s has a page', (path, address) => {
  const route = findRoute(address)?.route
  expect(route?.path.replace(/:(\w+)/g, '{$1}')).toBe(path)
})

test('the server links to the pages that there are', () => {
  expect(ROUTES.map(({ path }) => path)).toEqual(PAGES)
})

test.each(['/nowhere', '/deal', '/property/7/a/b', '/messenger/7', '/profilex'])('%s has none', (path) => {
  expect(findRoute(path)).toBeNull()
})

test.each(['/profile', '/profile/wallet', '/profile/offers'])('%s asks for a login', (path) => {
  expect(findRoute(path)?.route.guard).toBe('user')
})

test.each([
  ['/profile/offers', 'Offers'],
  ['/profile/offers/12', 'Offers'],
  ['/profile/wallet', 'Profile'],
  ['/nowhere', undefined],
])('%s lies in the place %s of the navigation', (path, place) => {
  expect(placeOf(path)?.label).toBe(place)
})

test('upper case and a slash at the end find the same page', () => {
  expect(findRoute('/Messenger/')?.route).toBe(findRoute('/messenger')?.route)
})

test('what stands in the path is handed to the page decoded', () => {
  expect(findRoute('/property/12/a%20b')?.params).toEqual({ id: '12', slug: 'a b' })
})

test('a broken encoding is shown as it was typed', () => {
  expect(decodeText('/100%')).toBe('/100%')
})
