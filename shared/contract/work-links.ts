/** The addresses of the seller's app and the console: the server serves the apps there and links to them, and the apps read them. */
import { links, type PageLink, SELLER_PATH } from './pages.ts'

export const WORK_PAGES = { seller: SELLER_PATH, admin: '/admin/' } as const
/** Where a company joins, and where the operator of a new server begins. */
export const ENTRY_PAGES = { seller: '/seller/join', admin: '/admin/setup' } as const

const HOMES = { member: WORK_PAGES.seller, staff: WORK_PAGES.admin } as const
export type WorkKind = keyof typeof HOMES

/** What follows the `#` before the token: another password, or the first one of somebody who was invited. */
export const PASSWORD_PLACES = ['reset-password', 'join'] as const

/** A token follows the `#`, so that no server and no access log sees it. */
export const workLinks = {
  sellerLogin: () => `${HOMES.member}` as PageLink,
  staffLogin: () => `${HOMES.staff}` as PageLink,
  anotherPassword: (kind: WorkKind, token: string) =>
    `${HOMES[kind]}#${PASSWORD_PLACES[0]}/${token}` as PageLink,
  firstPassword: (kind: WorkKind, token: string) =>
    `${HOMES[kind]}#${PASSWORD_PLACES[1]}/${token}` as PageLink,
  joinSelling: (token: string) => `${ENTRY_PAGES.seller}#${token}` as PageLink,
  setup: (token: string) => `${ENTRY_PAGES.admin}#${token}` as PageLink,
}

/** Where each kind of person logs in. */
export const loginLinks = {
  customer: links.login,
  member: workLinks.sellerLogin,
  staff: workLinks.staffLogin,
} as const
