/** The buyer app's pages (spec section 2): the app adds what each one loads, the server answers these addresses and no others. */
import type { Page, PartitionName } from '#shared/contract/pages.ts'

/** The values of the `:names` of a path, decoded. */
export type RouteParams = Readonly<Record<string, string | undefined>>

export interface BuyerRoute {
  readonly path: Page
  /** Names the page in the tab; a page may say it more exactly once it knows. */
  readonly title: string
  /** `user`: a visitor who is not logged in is asked to log in first (spec 2, the auth middleware). */
  readonly guard?: 'user'
}

export interface RouteMatch<Route extends BuyerRoute> {
  readonly route: Route
  readonly params: RouteParams
}

const USER = { guard: 'user' } as const

/** In the order in which they are matched. */
export const BUYER_ROUTES: readonly BuyerRoute[] = [
  { path: '/', title: 'Off-market deals' },
  // Not in the spec: the map and the list, which it places on `/` beside the introduction.
  { path: '/deals', title: 'Deals' },
  // Not in the spec: the feed that a buy box fills.
  { path: '/for-you', title: 'For you', ...USER },
  { path: '/login', title: 'Log in' },
  { path: '/chat', title: 'Messages', ...USER },
  { path: '/messenger', title: 'Messages', ...USER },
  { path: '/p/:id', title: 'Property' },
  { path: '/deal/:id', title: 'Property' },
  { path: '/deal/:id/offer', title: 'Make an offer', ...USER },
  { path: '/offer/:id/confirm', title: 'Confirm your offer', ...USER },
  { path: '/property/:id', title: 'Property' },
  { path: '/property/:id/:slug', title: 'Property' },
  { path: '/register', title: 'Create an account' },
  { path: '/company/:account_id', title: 'Company page' },
  { path: '/profile', title: 'Profile', ...USER },
  { path: '/profile/offers', title: 'Offers', ...USER },
  { path: '/profile/offers/:offer', title: 'Offers', ...USER },
  { path: '/profile/buy-box', title: 'Buy box', ...USER },
  { path: '/profile/:partition', title: 'Profile', ...USER },
  { path: '/profile_prev', title: 'Previous profile' },
  // Not in the spec.
  { path: '/help', title: 'Help' },
  { path: '/accessibility', title: 'Accessibility' },
  { path: '/imprint', title: 'Imprint' },
  { path: '/privacy-policy', title: 'Privacy policy' },
  { path: '/terms-of-service', title: 'Terms of service' },
  { path: '/reset-password/:token', title: 'Reset password' },
  { path: '/user/unsubscribe', title: 'Unsubscribe' },
  { path: '/user/unsubscribe/:token', title: 'Unsubscribe' },
  { path: '/user/confirm/:token', title: 'Confirm' },
]

/** What the parts of the profile are called. */
export const PARTITION_TITLES: Readonly<Record<PartitionName, string>> = {
  personal: 'Personal details',
  phones: 'Phones',
  security: 'Security',
  verification: 'Identity verification',
  notifications: 'Notifications',
  privacy: 'Privacy',
  'buy-box': 'Buy box',
  favourites: 'Favorites',
  'saved-searches': 'Saved searches',
  offers: 'Offers',
  requests: 'Requests',
  'open-houses': 'Open houses',
  documents: 'Documents',
  reviews: 'Reviews',
  deposit: 'Deposit',
  wallet: 'Wallet',
  billing: 'Billing',
}

/** Names the page of an address: a part of the profile by itself, any other by its route. */
export function titleOf({ route, params }: RouteMatch<BuyerRoute>): string {
  const partition = params.partition?.toLowerCase() ?? ''
  return isPartition(partition) ? PARTITION_TITLES[partition] : route.title
}

const isPartition = (name: string): name is PartitionName => Object.hasOwn(PARTITION_TITLES, name)

/** Finds the first route that fits a path, or null. Upper case and a slash at the end make no difference. */
export function routeFinder<Route extends BuyerRoute>(
  routes: readonly Route[],
): (path: string) => RouteMatch<Route> | null {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }))
  return (path) => {
    for (const { route, pattern } of patterns) {
      const found = pattern.exec(path)
      if (found) return { route, params: decodeAll(found.groups ?? {}) }
    }
    return null
  }
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
