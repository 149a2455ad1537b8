/**
 * What each route says of itself beyond its title: the description, whether it may be found, and which address stands for
 * it. Fetched after the first paint in the browser; the build writes it into the payload files that the server reads.
 */
import type { BuyerRoute, RouteParams } from './buyer-routes.ts'
import type { PageHead } from './page-head.ts'

export interface PageMeta {
  readonly description: string
  readonly robots: PageHead['robots']
}

/** The landing page's, and that of every page without one of its own. */
export const LANDING = 'Off-market houses, priced against ARV. Message the seller in one thread.'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/': LANDING,
  '/deals':
    'Off-market houses on a map and in a list: asking price, after-repair value and the spread between them.',
  '/register': 'Create a buyer account: browse off-market deals, set a buy box and talk to sellers.',
  '/login': 'Log in to your deals, messages and offers.',
  '/p/:id': 'Asking price, after-repair value and the spread between them, with the way to the seller.',
  '/deal/:id': 'Asking price, after-repair value and the spread between them, with the way to the seller.',
  '/property/:id':
    'Asking price, after-repair value and the spread between them, with the way to the seller.',
  '/property/:id/:slug':
    'Asking price, after-repair value and the spread between them, with the way to the seller.',
  '/company/:account_id': 'Who sells here: the company, its deals and how to reach it.',
  '/help': 'Answers about offers, the deposit, your wallet and your account, and who to ask.',
  '/accessibility':
    'The standard these pages are built to, how they are tested, what is known to be missing, and whom to tell.',
  '/imprint': 'The company that runs this site, its postal address, and how to reach it.',
  '/privacy-policy': 'What we keep about you, what for, for how long, and how to have it changed or deleted.',
  '/terms-of-service': 'The rules for buyers and sellers here.',
}

/** Behind a login, about one person, or reached by a secret in the address. */
const PRIVATE = ['/login', '/chat', '/messenger', '/profile_prev', '/reset-password', '/user', '/confirm']

/** Routes that are other addresses of a page (one deal has three). */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '/p/:id': '/property/:id',
  '/deal/:id': '/property/:id',
  '/property/:id/:slug': '/property/:id',
  '/chat': '/messenger',
  '/profile_prev': '/profile',
}

export function metaOf(route: Pick<BuyerRoute, 'path' | 'guard'>): PageMeta {
  return {
    description: DESCRIPTIONS[route.path] ?? LANDING,
    robots: isPrivate(route) ? 'noindex, nofollow' : 'index, follow',
  }
}

/** The path that stands for a page, with the values of this visit. Secrets in a path never get into it. */
export function canonicalPath({ path }: Pick<BuyerRoute, 'path'>, params: RouteParams): string {
  return (STANDS_FOR[path] ?? path)
    .replace(/\/:token$/, '')
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** The head of a page that does not exist. */
export const NOT_FOUND: PageHead = {
  title: 'Page Not Found',
  description: LANDING,
  robots: 'noindex, nofollow',
  canonical: null,
}

function isPrivate({ path, guard }: Pick<BuyerRoute, 'path' | 'guard'>): boolean {
  return guard !== undefined || PRIVATE.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}
