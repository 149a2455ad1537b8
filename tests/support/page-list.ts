/** Every page of the three apps as an address to open, and who opens it. A route without an example is an error. */
import { PARTITIONS, partitionPath } from '#marketplace/buyer/app/partitions.ts'
import { ROUTES } from '#marketplace/buyer/app/routes.ts'

export type Visitor = 'nobody' | 'buyer1' | 'buyer3' | 'seller1' | 'staff1'

export interface ListedPage {
  readonly name: string
  readonly path: string
  readonly who: Visitor
  /** The tab of the console to press. */
  readonly tab?: string
}

/** What stands for the parameters of a path. */
export interface Examples {
  /** A deal that takes offers. */
  deal: number
  account: number
  offer: number
  /** Ids of the seller app. */
  customer: number
  ownDeal: number
  blast: number
}

/** Shown in another way to whoever has not logged in. */
const PUBLIC = ['/', '/deals', '/for-you', '/deal/:id', '/company/:account_id', '/messenger', '/help']
/** Seen by visitors alone. */
const LOGGED_OUT = [
  '/login',
  '/register',
  '/reset-password/:token',
  '/user/unsubscribe',
  '/user/unsubscribe/:token',
  '/user/confirm/:token',
]
/** The same page as another of the list. */
const AGAIN = [
  '/chat',
  '/p/:id',
  '/property/:id',
  '/property/:id/:slug',
  '/profile',
  '/profile/offers',
  '/profile/buy-box',
  '/profile/:partition',
]
export const CONSOLE_TABS = [
  'Settings',
  'Installation',
  'Deposits',
  'Books',
  'Adjustments',
  'Withdrawals',
  'Reports',
  'Sellers',
  'Buyers',
  'Proofs of funds',
  'Failed work',
  'Log',
  'Staff',
  'My login',
]

export function listPages(examples: Examples): ListedPage[] {
  const path = (pattern: string) => pattern.replace(/:\w+/g, (name) => exampleOf(pattern, name, examples))
  const buyers = ROUTES.flatMap(({ path: pattern }) => {
    if (AGAIN.includes(pattern)) return []
    const name = pattern === '/' ? 'home' : pattern.slice(1).replace(/\W+/g, '-')
    const page = { name, path: path(pattern) }
    if (LOGGED_OUT.includes(pattern)) return [{ ...page, who: 'nobody' as const }]
    const visitor = { ...page, name: `${name}-visitor`, who: 'nobody' as const }
    return [{ ...page, who: 'buyer1' as const }, ...(PUBLIC.includes(pattern) ? [visitor] : [])]
  })
  const views = ['list', 'grid', 'table'].map((view) => ({
    name: `deals-${view}`,
    path: `/deals?view=${view}`,
    who: 'buyer1' as const,
  }))
  const partitions = PARTITIONS.map((one) => ({
    name: `profile-${one.name}`,
    path: partitionPath(one),
    who: 'buyer1' as const,
  }))
  const lost = [
    { name: 'not-found', path: '/nowhere', who: 'nobody' as const },
    { name: 'deal-not-found', path: '/deal/999999999', who: 'nobody' as const },
    { name: 'company-not-found', path: '/company/999999999', who: 'nobody' as const },
  ]
  return [...buyers, ...views, ...partitions, ...lost, ...sellerPages(examples), ...consolePages()]
}

/** What a new buyer, with nothing of their own, sees otherwise. */
export const emptyPages = (): ListedPage[] => [
  ...['/', '/for-you', '/messenger'].map((path) => emptyPage(path)),
  ...PARTITIONS.map((one) => emptyPage(partitionPath(one))),
]

const emptyPage = (path: string): ListedPage => ({
  name: `empty${path.replace(/\W+/g, '-')}`,
  path,
  who: 'buyer3',
})

function exampleOf(pattern: string, name: string, { deal, account, offer }: Examples): string {
  if (pattern.startsWith('/offer/')) return String(offer)
  const example: Record<string, string | number> = {
    ':id': deal,
    ':account_id': account,
    ':offer': offer,
    ':slug': 'a-slug',
    ':token': 'gone',
  }
  if (example[name] === undefined) throw new Error(`${pattern} has no example for ${name}.`)
  return String(example[name])
}

function sellerPages({ customer, ownDeal, blast }: Examples): ListedPage[] {
  const places = [
    'today',
    'requests',
    `requests/${ownDeal}`,
    'messages',
    `messages/${customer}`,
    'deals',
    `deals/${ownDeal}`,
    'offers',
    `offers/${ownDeal}`,
    'buyers',
    `buyers/${ownDeal}`,
    'offers/under_contract',
    'offers/closed',
    'blasts',
    `blasts/${blast}`,
    'blasts/new',
    'blasts/digest',
    'reviews',
    'company',
    'login',
  ]
  const name = (place: string) => `seller-${place.replace(/\d+/, 'one').replace('/', '-')}`
  return [
    { name: 'seller-login-form', path: '/seller/', who: 'nobody' },
    ...places.map((place) => ({ name: name(place), path: `/seller/#${place}`, who: 'seller1' as const })),
  ]
}

function consolePages(): ListedPage[] {
  const tabs = CONSOLE_TABS.map((tab) => ({
    name: `console-${tab.toLowerCase().replaceAll(' ', '-')}`,
    path: '/admin/',
    tab,
    who: 'staff1' as const,
  }))
  return [{ name: 'console-login-form', path: '/admin/', who: 'nobody' }, ...tabs]
}
