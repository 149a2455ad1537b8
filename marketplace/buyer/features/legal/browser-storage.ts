/**
 * Everything that Plat keeps in a browser: every cookie, storage key and database of the site, the seller app, the console, the
 * messenger and the launcher. The privacy policy is drawn from this list; tests compare it with the source and with a browser.
 */

type Place = 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB'

export interface StoredName {
  /** Cookies have the prefix `__Host-` or `__Secure-` besides when they are set over HTTPS. */
  readonly name: string
  /** Real names begin with `name`, and go on with numbers or ids. */
  readonly isPrefix?: true
  readonly place: Place
  readonly why: string
  /** In the words after "kept". */
  readonly kept: string
  /** Analytics needs consent; the marks of seen deals have a switch. */
  readonly purpose: 'necessary' | 'seen marks' | 'analytics'
}

const UNTIL_CLOSED = 'until you close the tab'
const UNTIL_CLEARED = 'until you clear the storage of your browser'
const UNTIL_OFF = 'until you turn the marks off'
const LOGIN_30 = 'until you log out, at most 30 days'
const LOGIN_STAFF = 'until you log out, at most 12 hours'

type Entry = readonly [name: string, why: string, kept: string]

const COOKIES: readonly Entry[] = [
  ['plat_session', 'keeps buyers logged in', LOGIN_30],
  ['XSRF-TOKEN', 'protects the login of buyers against calls from other sites', LOGIN_30],
  ['plat_seller', 'keeps sellers logged in', LOGIN_30],
  ['XSRF-TOKEN-SELLER', 'protects the login of sellers', LOGIN_30],
  ['plat_staff', 'keeps staff logged in', LOGIN_STAFF],
  ['XSRF-TOKEN-STAFF', 'protects the login of staff', LOGIN_STAFF],
  ['plat_social', 'checks the answer of the service with which you log in', 'for 10 minutes'],
]

const LOCAL: readonly Entry[] = [
  ['plat.consent', 'your cookie choices, their version and when you made them', UNTIL_CLEARED],
  ['plat.theme', 'light or dark', UNTIL_CLEARED],
  ['plat.favourites', 'your favorites while you are not logged in', 'until you log in'],
  ['plat.favourites.pressed', 'favorites that we have not saved yet', 'until they are saved'],
  ['plat.hidden.pressed', 'hidden deals that we have not saved yet', 'until they are saved'],
  [
    'plat.notifications.pressed',
    'read marks of notifications that we have not saved yet',
    'until they are saved',
  ],
  ['plat.places', 'your last place searches while you are not logged in', 'until you remove them'],
  ['plat.deal-columns', 'the columns of the table of deals', UNTIL_CLEARED],
  ['plat.keys-off', 'that you turned keyboard shortcuts off', 'until you turn them on'],
  ['plat.seen-marks-off', 'that you turned the marks of seen deals off', 'until you turn them on'],
  ['plat.phone-later', 'that you postponed confirming your phone', 'until you log out'],
  ['plat.notices', 'which buyer turned on push notifications', 'until you turn them off'],
  ['plat.notices.seller', 'which seller turned on push notifications', 'until you turn them off'],
]

const TAB: readonly Entry[] = [
  ['plat.register', 'what you typed into the registration', 'until you register or close the tab'],
  ['plat.payKey', 'a random number that prevents a duplicate payment', 'until the outcome is known'],
  ['plat.withdrawKey', 'a random number that prevents a duplicate withdrawal', 'until the outcome is known'],
  ['plat.scroll', 'how far you scrolled', UNTIL_CLOSED],
  ['plat.return_to', 'the page to return to after a login', 'until you are back'],
  ['plat.referral', 'the link with which you came', UNTIL_CLOSED],
  ['plat.reloaded', 'when the page last reloaded for a new version', UNTIL_CLOSED],
]

const necessary =
  (place: Place) =>
  ([name, why, kept]: Entry): StoredName => ({ name, place, why, kept, purpose: 'necessary' })

export const BROWSER_STORAGE: readonly StoredName[] = [
  ...COOKIES.map(necessary('cookie')),
  ...LOCAL.map(necessary('localStorage')),
  {
    name: 'plat.offer.',
    isPrefix: true,
    place: 'localStorage',
    why: 'an offer that you have not sent yet',
    kept: 'until you send or discard it',
    purpose: 'necessary',
  },
  {
    name: 'plat-messenger/unsent/',
    isPrefix: true,
    place: 'localStorage',
    why: 'messages that are not sent yet',
    kept: 'until they are sent, at most 7 days',
    purpose: 'necessary',
  },
  {
    name: 'plat-seller/unsent/',
    isPrefix: true,
    place: 'localStorage',
    why: 'replies to buyers that a seller has written and that are not sent yet',
    kept: 'until they are sent or you log out, at most 7 days',
    purpose: 'necessary',
  },
  {
    name: 'plat-seller/draft/',
    isPrefix: true,
    place: 'localStorage',
    why: 'replies to buyers and internal notes that a seller has not finished',
    kept: 'until you send them or log out',
    purpose: 'necessary',
  },
  ...TAB.map(necessary('sessionStorage')),
  {
    name: 'plat.question.',
    isPrefix: true,
    place: 'sessionStorage',
    why: 'a question to a seller that you have not sent yet',
    kept: 'until you send it or close the tab',
    purpose: 'necessary',
  },
  {
    name: 'plat.address.',
    isPrefix: true,
    place: 'sessionStorage',
    why: 'the message of an address request that you have not sent yet',
    kept: 'until you send it or close the tab',
    purpose: 'necessary',
  },
  {
    name: 'plat-messenger/',
    isPrefix: true,
    place: 'sessionStorage',
    why: 'messages that you have not sent yet',
    kept: 'until you send them or close the tab',
    purpose: 'necessary',
  },
  {
    name: 'plat',
    place: 'indexedDB',
    why: 'a copy of the public list of deals',
    kept: UNTIL_CLEARED,
    purpose: 'necessary',
  },
  {
    name: 'plat-files',
    place: 'indexedDB',
    why: 'files of messages that are not sent yet',
    kept: 'until they are sent or you log out, at most 7 days',
    purpose: 'necessary',
  },
  {
    name: 'plat-messenger',
    place: 'indexedDB',
    why: 'the key of the browser of a guest who writes on a seller’s site',
    kept: UNTIL_CLEARED,
    purpose: 'necessary',
  },
  {
    name: 'plat.viewed-deals',
    place: 'localStorage',
    why: 'deals that you opened',
    kept: UNTIL_OFF,
    purpose: 'seen marks',
  },
  {
    name: 'plat.deals-visit',
    place: 'localStorage',
    why: 'when you last visited the deals',
    kept: UNTIL_OFF,
    purpose: 'seen marks',
  },
  {
    name: 'plat.session',
    place: 'localStorage',
    why: 'a random number for one visit. We store it with the deals and photos that you viewed',
    kept: 'until you take the consent back; we replace it after two hours without activity',
    purpose: 'analytics',
  },
]

const PLACES: Readonly<Record<Place, string>> = {
  cookie: 'cookie',
  localStorage: 'stored in this browser',
  sessionStorage: 'stored in this tab',
  indexedDB: 'database',
}

/** As the points of a list: `plat.theme (stored in this browser): light or dark; kept until …`. */
export const storagePoints = (purpose: StoredName['purpose']): string[] =>
  BROWSER_STORAGE.filter((one) => one.purpose === purpose).map(
    ({ name, isPrefix, place, why, kept }) =>
      `${name}${isPrefix ? '…' : ''} (${PLACES[place]}): ${why}; kept ${kept}`,
  )
