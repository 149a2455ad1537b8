/** What each page of the route table (spec section 2) loads, on demand, and how it is framed. Anything else is the 404 page. */
import type { Route } from '#marketplace/buyer/platform/route.ts'
import type { Page } from '#shared/contract/pages.ts'
import {
  BUYER_ROUTES,
  type BuyerRoute,
  type RouteMatch,
  routeFinder,
} from '#shared/rules/site/buyer-routes.ts'

const home = () => import('#marketplace/buyer/features/home/home-page.tsx')
const browse = () => import('#marketplace/buyer/features/browse/browse-page.tsx')
const feed = () => import('#marketplace/buyer/features/feed/feed-page.tsx')
const login = () => import('#marketplace/buyer/features/login/login-page.tsx')
const register = () => import('#marketplace/buyer/features/register/register-page.tsx')
const resetPassword = () => import('#marketplace/buyer/features/reset-password/reset-page.tsx')
const unsubscribe = () => import('#marketplace/buyer/features/unsubscribe/unsubscribe-page.tsx')
const messenger = () => import('#marketplace/buyer/features/messenger/messenger-page.tsx')
const property = () => import('./deal-screen.tsx')

const TO_DEALS = { label: 'Skip to deals', selector: 'main [data-deal][tabindex="0"]' }
const TO_OFFER = { label: 'Skip to the offer', selector: 'main [data-offer]:enabled' }
const offer = () => import('./offer-screen.tsx')
const confirmOffer = () => import('./offer-confirm-screen.tsx')
const company = () => import('./company-screen.tsx')
const profile = () => import('./profile-screen.tsx')
const formerOffer = () => import('./former-offer-page.tsx')
const previousProfile = () => import('#marketplace/buyer/features/profile/previous-page.tsx')
const help = () => import('#marketplace/buyer/features/help/help-page.tsx')
const accessibility = () => import('#marketplace/buyer/features/legal/accessibility-page.tsx')
const imprint = () => import('#marketplace/buyer/features/legal/imprint-page.tsx')
const privacy = () => import('#marketplace/buyer/features/legal/privacy-page.tsx')
const terms = () => import('#marketplace/buyer/features/legal/terms-page.tsx')

type Screen = Omit<Route, keyof BuyerRoute>

const SCREENS: Readonly<Record<Page, Screen>> = {
  '/': { load: home },
  '/deals': { load: browse, frame: 'screen', keepsTopBar: true, skip: TO_DEALS },
  '/for-you': { load: feed, isLoginOver: true },
  '/login': { load: login, frame: 'bare' },
  '/chat': { load: messenger, frame: 'screen' },
  '/messenger': { load: messenger, frame: 'screen' },
  '/p/:id': { load: property, frame: 'detail', skip: TO_OFFER },
  '/deal/:id': { load: property, frame: 'detail', skip: TO_OFFER },
  '/deal/:id/offer': { load: offer, frame: 'detail', isLoginOver: true },
  '/offer/:id/confirm': { load: confirmOffer, isLoginOver: true },
  '/property/:id': { load: property, frame: 'detail', skip: TO_OFFER },
  '/property/:id/:slug': { load: property, frame: 'detail', skip: TO_OFFER },
  '/register': { load: register, frame: 'bare' },
  '/company/:account_id': { load: company },
  '/profile': { load: profile, isLoginOver: true },
  '/profile/offers': { load: profile, isLoginOver: true },
  '/profile/offers/:offer': { load: formerOffer, isLoginOver: true },
  '/profile/buy-box': { load: profile, isLoginOver: true },
  '/profile/:partition': { load: profile, isLoginOver: true },
  '/profile_prev': { load: previousProfile },
  '/help': { load: help },
  '/accessibility': { load: accessibility },
  '/imprint': { load: imprint },
  '/privacy-policy': { load: privacy },
  '/terms-of-service': { load: terms },
  '/reset-password/:token': { load: resetPassword, frame: 'bare' },
  '/user/unsubscribe': { load: unsubscribe, frame: 'bare' },
  '/user/unsubscribe/:token': { load: unsubscribe, frame: 'bare' },
  '/user/confirm/:token': {
    load: () => import('#marketplace/buyer/features/unsubscribe/confirm-page.tsx'),
    frame: 'bare',
  },
}

/** The build reads it too, see kit/build/route-payloads.ts. */
export const ROUTES: readonly Route[] = BUYER_ROUTES.map((route) => ({ ...route, ...SCREENS[route.path] }))

export type Match = RouteMatch<Route>
export const findRoute = routeFinder(ROUTES)
