/** The places of the main navigation, for the top bar and the tab bar of phones. */
import { HandCoins, type LucideIcon, MessageSquare, Search, Target, UserRound } from 'lucide-react'
import { findRoute } from './routes.ts'

export interface Place {
  readonly label: string
  readonly href: string
  /** Routes of the table that belong to it. */
  readonly routes: readonly string[]
  readonly icon: LucideIcon
  /** A phone's tab bar has room for five. */
  readonly bar: 'both' | 'top' | 'tabs'
}

export const NAVIGATION: readonly Place[] = [
  {
    label: 'Deals',
    href: '/deals',
    routes: ['/deals', '/p/:id', '/deal/:id', '/property/:id', '/property/:id/:slug'],
    icon: Search,
    bar: 'both',
  },
  // On phones it stands in the account menu and on the home page.
  { label: 'For you', href: '/for-you', routes: ['/for-you'], icon: Target, bar: 'top' },
  {
    label: 'Messages',
    href: '/messenger',
    routes: ['/messenger', '/chat'],
    icon: MessageSquare,
    bar: 'both',
  },
  {
    label: 'Offers',
    href: '/profile/offers',
    routes: ['/profile/offers', '/profile/offers/:offer'],
    icon: HandCoins,
    bar: 'both',
  },
  {
    label: 'Buy box',
    href: '/profile/buy-box',
    routes: ['/profile/buy-box'],
    icon: Target,
    bar: 'both',
  },
  {
    label: 'Profile',
    href: '/profile',
    routes: ['/profile', '/profile/:partition'],
    icon: UserRound,
    bar: 'tabs',
  },
]

/** What the top bar offers who is not logged in. */
export const VISITOR_NAVIGATION: readonly Pick<Place, 'label' | 'href'>[] = [
  { label: 'Deals', href: '/deals' },
  { label: 'Markets', href: '/#markets' },
  { label: 'How buying works', href: '/#how' },
]

/** The place a path lies in, or null: a page that does not exist lies nowhere. */
export function placeOf(path: string): Place | null {
  const route = findRoute(path)?.route.path
  return NAVIGATION.find((place) => route !== undefined && place.routes.includes(route)) ?? null
}
