/**
 * What the address brings along that must not stay in it: the token of an e-mailed link (spec section 2, query parameters on
 * any page) and what a network's login page hands back. Taken out before any other code, script or beacon runs; the token is
 * then handed over once.
 */

export interface Arrival {
  /** The page was opened by an e-mailed link: who is logged in is known once the link was tried. */
  readonly isByLink: boolean
  /** The token of an e-mailed link; null for none, and from the second call on. Do not call it in a render. */
  takeLinkToken(): string | null
  /** What a network answered: the query for the server, or that the person turned back there. */
  readonly social: SocialArrival | null
  /** Hands the same over; null from the second call on. Do not call it in a render: React may discard it. */
  takeSocial(): SocialArrival | null
  /** The account a seller's link wants this person introduced to. */
  readonly attachAccountId: number | null
  /** utm_source and its kin. */
  readonly utm: Readonly<Record<string, string>>
}

export type SocialArrival =
  | { readonly kind: 'token'; readonly network: string; readonly token: string }
  | { readonly kind: 'refused'; readonly network: string | null }

const CONFIRM_PARAMETER = 'email_confirm'
const TOKEN_PARAMETER = 'auth_token'
/** Where networks send the browser back to. */
const SOCIAL_RETURN = '/login'
const UTM_MAX_LENGTH = 200
const UTM_MAX = 10

/** Reads the address and cleans it with `history.replaceState`. Every other parameter and the hash stay as they are. */
export function readArrival({ location, history }: Pick<Window, 'location' | 'history'>): Arrival {
  const query = new URLSearchParams(location.search)
  let linkToken = query.get(CONFIRM_PARAMETER) === '1' ? query.get(TOKEN_PARAMETER) : null
  let social = socialOf(location)
  const search = social === null ? cleanSearch(location.search) : ''
  if (search !== location.search)
    history.replaceState(history.state, '', location.pathname + search + location.hash)
  return {
    isByLink: linkToken !== null && linkToken !== '',
    takeLinkToken() {
      const token = linkToken
      linkToken = null
      return token === '' ? null : token
    },
    get social() {
      return social
    },
    takeSocial() {
      const taken = social
      social = null
      return taken
    },
    attachAccountId: accountIdOf(query.get('attach_account_id')),
    utm: utmOf(query),
  }
}

/** Takes the token out, also one without the mark beside it; the rest keeps its spelling and its order. */
function cleanSearch(search: string): string {
  if (!new URLSearchParams(search).has(TOKEN_PARAMETER)) return search
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has(TOKEN_PARAMETER))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** The state begins with the network's name. */
function socialOf({ pathname, search }: Location): SocialArrival | null {
  if (pathname.replace(/\/+$/, '').toLowerCase() !== SOCIAL_RETURN) return null
  const answer = new URLSearchParams(search)
  const network = answer.get('state')?.split('.')[0] || null
  if (answer.has('code')) return network === null ? null : { kind: 'token', network, token: search.slice(1) }
  return answer.has('error') ? { kind: 'refused', network } : null
}

function accountIdOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null
}

function utmOf(query: URLSearchParams): Record<string, string> {
  const utm = [...query].filter(([name]) => /^utm_[a-z_]{1,30}$/.test(name)).slice(0, UTM_MAX)
  return Object.fromEntries(utm.map(([name, value]) => [name, value.slice(0, UTM_MAX_LENGTH)]))
}
