import { expect, test } from 'vitest'
import { BUYER_ROUTES, routeFinder } from '#shared/rules/site/buyer-routes.ts'
import { canonicalPath, LANDING, metaOf } from '#shared/rules/site/page-meta.ts'

const findRoute = routeFinder(BUYER_ROUTES)

const at = (path: string) => {
  const match = findRoute(path)
  if (!match) throw new Error(`${path} has no route`)
  return match
}

test.each([
  '/profile',
  '/profile/offers',
  '/messenger',
  '/chat',
  '/login',
  '/reset-password/abc',
  '/user/unsubscribe',
])('%s is kept out of search engines', (path) => {
  expect(metaOf(at(path).route).robots).toBe('noindex, nofollow')
})

test.each(['/', '/property/7', '/company/3', '/accessibility', '/privacy-policy', '/register'])(
  '%s may be found',
  (path) => {
    expect(metaOf(at(path).route).robots).toBe('index, follow')
  },
)

test('every page that may be found describes itself', () => {
  const open = BUYER_ROUTES.filter((route) => metaOf(route).robots === 'index, follow' && route.path !== '/')
  expect(open.filter((route) => metaOf(route).description === LANDING).map((route) => route.path)).toEqual([])
})

test.each([
  ['/p/7', '/property/7'],
  ['/deal/7', '/property/7'],
  ['/property/7/2217-bluebonnet-trail', '/property/7'],
  ['/Property/7/', '/property/7'],
  ['/chat', '/messenger'],
  ['/profile_prev', '/profile'],
  ['/reset-password/secret', '/reset-password'],
  ['/user/unsubscribe/secret', '/user/unsubscribe'],
  ['/privacy-policy', '/privacy-policy'],
  ['/', '/'],
  ['/property/%22%3E%3Cx%3E', '/property/%22%3E%3Cx%3E'],
])('%s stands under %s', (path, expected) => {
  const { route, params } = at(path)
  expect(canonicalPath(route, params)).toBe(expected)
})
