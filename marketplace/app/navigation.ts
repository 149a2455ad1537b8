/** The places of the main navigation, for the top bar and the tab bar of phones. */
import { HandCoins, type LucideIcon, MessageSquare, Search, Target, UserRound } from 'lucide-react'
import { findRoute } from './routes.ts'

export interface Place {
  readonly label: string
  readonly href: string
  /** Routes of the table that belong to it. */
  readonly routes: readonly string[]
  readonly icon: LucideIcon
  readonly isInTopBar: boolean
}

export const NAVIGATION: readonly Place[] = [
  {
    label: 'Deals',
    href: '/deals',
    routes: ['/deals', '/p/:id', '/deal/:id', '/property/:id', '/property/:id/:slug'],
    icon: Search,
    isInTopBar: true,
  },
  {
    label: 'Messages',
    href: '/messenger',
    routes: ['/messenger', '/chat'],
    icon: MessageSquare,
    isInTopBar: true,
  },
  {
    label: 'Offers',
    href: '/profile/offers',
    routes: ['/profile/offers'],
    icon: HandCoins,
    isInTopBar: true,
  },
  {
    label: 'Buy box',
    href: '/profile/buy-box',
    routes: ['/profile/buy-box'],
    icon: Target,
    isInTopBar: true,
  },
  {
    label: 'Profile',
    href: '/profile',
    routes: ['/profile', '/profile/:partition'],
    icon: UserRound,
    isInTopBar: false,
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
