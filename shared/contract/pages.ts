/**
 * The addresses of the marketplace's pages. The app's route table uses these paths, and the server builds every link of a mail, a text,
 * a notice or a map of the site with `links`, so that none leads to a page that is not there (spec section 2).
 */
import { hashOf, type SellerPlace } from './seller-places.ts'

/** In the order in which they are matched. `:name` stands for one part of a path. */
export const PAGES = [
  '/',
  '/deals',
  '/for-you',
  '/login',
  '/chat',
  '/messenger',
  '/p/:id',
  '/deal/:id',
  '/deal/:id/offer',
  '/offer/:id/confirm',
  '/property/:id',
  '/property/:id/:slug',
  '/register',
  '/company/:account_id',
  '/profile',
  '/profile/offers',
  '/profile/offers/:offer',
  '/profile/buy-box',
  '/profile/:partition',
  '/profile_prev',
  '/help',
  '/accessibility',
  '/imprint',
  '/privacy-policy',
  '/terms-of-service',
  '/reset-password/:token',
  '/user/unsubscribe',
  '/user/unsubscribe/:token',
  '/user/confirm/:token',
] as const
export type Page = (typeof PAGES)[number]

/** The parts of the profile behind `/profile/:partition`, apart from the overview. */
export const PARTITION_NAMES = [
  'personal',
  'phones',
  'security',
  'verification',
  'notifications',
  'privacy',
  'buy-box',
  'favourites',
  'saved-searches',
  'offers',
  'requests',
  'open-houses',
  'documents',
  'reviews',
  'deposit',
  'wallet',
  'billing',
] as const
export type PartitionName = (typeof PARTITION_NAMES)[number]

declare const made: unique symbol
/** A path of this site with its query, e.g. `/profile/offers?offer=12`. Only `links` and `workLinks` make one. */
export type PageLink = string & { readonly [made]: true }

export const links = {
  home: () => link('/', {}),
  confirmEmail: (token: string) => link('/', {}, { email_confirm: 1, auth_token: token }),
  /** The deals with these filters, and what of them is new. `query` as the page writes it itself, e.g. `v=1&price=100000-200000`. */
  savedSearch: (id: number, query: string) =>
    `${link('/deals', {})}?${query === '' ? '' : `${query}&`}saved=${id}` as PageLink,
  forYou: () => link('/for-you', {}),
  help: () => link('/help', {}),
  accessibility: () => link('/accessibility', {}),
  login: () => link('/login', {}),
  terms: () => link('/terms-of-service', {}),
  privacy: () => link('/privacy-policy', {}),
  resetPassword: (token: string) => link('/reset-password/:token', { token }),
  unsubscribe: (token: string) => link('/user/unsubscribe/:token', { token }),
  confirmContact: (token: string) => link('/user/confirm/:token', { token }),
  deal: (id: number) => link('/property/:id', { id }),
  company: (id: number) => link('/company/:account_id', { account_id: id }),
  messages: () => link('/messenger', {}),
  conversation: (accountId: number) => link('/messenger', {}, { account: accountId }),
  offer: (id: number) => link('/profile/offers', {}, { offer: id }),
  confirmOffer: (id: number) => link('/offer/:id/confirm', { id }),
  payment: (id: number) => link('/profile/:partition', partition('wallet'), { payment: id }),
  writtenReviews: () => link('/profile/:partition', partition('reviews'), { tab: 'written' }),
  profile: (name: PartitionName) => link('/profile/:partition', partition(name)),
  /** A place of the seller's app. */
  seller: (place: SellerPlace) => `${SELLER_PATH}${hashOf(place)}` as PageLink,
}

export const SELLER_PATH = '/seller/'

const partition = (name: PartitionName) => ({ partition: name })

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

function link<Path extends Page>(
  path: Path,
  params: Readonly<Record<Names<Path>, string | number>>,
  query: Readonly<Record<string, string | number>> = {},
): PageLink {
  const given = new Map<string, string | number>(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given.get(name) ?? ''))
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return (pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`) as PageLink
}

/** In the browse page's document: the script with the first deals as JSON, and what is drawn of them until the app takes over. */
export const FIRST_DEALS_ID = 'first-deals'
export const FIRST_PAGE_ID = 'first-page'

/** Registers a buyer and introduces them to a company: they have a conversation from the start. */
export const invitePath = (accountId: number): string => `/register?attach_account_id=${accountId}`
