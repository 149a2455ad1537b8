/** The route table (spec section 2): one line per path, each page loaded on demand. Anything else is the 404 page. */
import type { PageProps, Route } from '#marketplace/platform/route.ts'

const home = () => import('#marketplace/features/home/home-page.tsx')
const browse = () => import('#marketplace/features/browse/browse-page.tsx')
const feed = () => import('#marketplace/features/feed/feed-page.tsx')
const login = () => import('#marketplace/features/login/login-page.tsx')
const register = () => import('#marketplace/features/register/register-page.tsx')
const resetPassword = () => import('#marketplace/features/reset-password/reset-page.tsx')
const unsubscribe = () => import('#marketplace/features/unsubscribe/unsubscribe-page.tsx')
const messenger = () => import('#marketplace/features/messenger/messenger-page.tsx')
const property = () => import('./deal-screen.tsx')
const offer = () => import('./offer-screen.tsx')
const confirmOffer = () => import('./offer-confirm-screen.tsx')
const company = () => import('./company-screen.tsx')
const profile = () => import('./profile-screen.tsx')
const previousProfile = () => import('#marketplace/features/profile/previous-page.tsx')
const privacy = () => import('#marketplace/features/legal/privacy-page.tsx')
const terms = () => import('#marketplace/features/legal/terms-page.tsx')

/** Whoever asks for it is asked to log in right there (spec section 2, the auth middleware). */
const PRIVATE = { guard: 'user', isLoginOver: true } as const

/** The build reads it too, see build/route-payloads.ts. */
export const ROUTES: readonly Route[] = [
  { path: '/', title: 'Off-market deals', load: home },
  // Ours: the map and the list, which the spec places on `/` beside the introduction.
  { path: '/deals', title: 'Deals', load: browse, frame: 'screen', keepsTopBar: true },
  // Ours: the feed that a buy box fills.
  { path: '/for-you', title: 'For you', load: feed, ...PRIVATE },
  { path: '/login', title: 'Log in', load: login, frame: 'bare' },
  { path: '/chat', title: 'Messages', load: messenger, guard: 'user', frame: 'screen' },
  { path: '/messenger', title: 'Messages', load: messenger, guard: 'user', frame: 'screen' },
  { path: '/p/:id', title: 'Property', load: property, frame: 'detail' },
  { path: '/deal/:id', title: 'Property', load: property, frame: 'detail' },
  { path: '/deal/:id/offer', title: 'Make an offer', load: offer, ...PRIVATE },
  { path: '/offer/:id/confirm', title: 'Confirm your offer', load: confirmOffer, ...PRIVATE },
  { path: '/property/:id', title: 'Property', load: property, frame: 'detail' },
  { path: '/property/:id/:slug', title: 'Property', load: property, frame: 'detail' },
  { path: '/register', title: 'Create an account', load: register, frame: 'bare' },
  { path: '/company/:account_id', title: 'Company page', load: company },
  { path: '/profile', title: 'Profile', load: profile, ...PRIVATE },
  { path: '/profile/offers', title: 'Offers', load: profile, ...PRIVATE },
  { path: '/profile/buy-box', title: 'Buy box', load: profile, ...PRIVATE },
  { path: '/profile/:partition', title: 'Profile', load: profile, ...PRIVATE },
  { path: '/profile_prev', title: 'Previous profile', load: previousProfile },
  { path: '/privacy-policy', title: 'Privacy policy', load: privacy },
  { path: '/terms-of-service', title: 'Terms of service', load: terms },
  { path: '/reset-password/:token', title: 'Reset password', load: resetPassword, frame: 'bare' },
  { path: '/user/unsubscribe', title: 'Unsubscribe', load: unsubscribe, frame: 'bare' },
  { path: '/user/unsubscribe/:token', title: 'Unsubscribe', load: unsubscribe, frame: 'bare' },
]

export interface Match {
  readonly route: Route
  readonly params: PageProps['params']
}

const PATTERNS = ROUTES.map((route) => ({ route, pattern: patternOf(route.path) }))

/** The first route of the table that fits a path, or null. Upper case and a slash at the end make no difference. */
export function findRoute(path: string): Match | null {
  for (const { route, pattern } of PATTERNS) {
    const found = pattern.exec(path)
    if (found) return { route, params: decodeAll(found.groups ?? {}) }
  }
  return null
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i')
}

function decodeAll(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeText(text)]))
}

/** As written when it is not a valid encoding: a person typed it. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
