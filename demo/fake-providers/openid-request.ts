/** What an application asks Plat ID for, checked: who asks, where the answer goes, and what must stand in it. Pure. */
import type { SocialNetwork } from '#server/providers/social/social-networks.ts'

export const OPENID_PATH = '/demo/openid'
export const PLAT_ID = { network: 'plat-id', name: 'Plat ID (demo)', clientId: 'plat-demo' } as const

/** The network as the settings want it. `origin` is asked each time: it is known only when the server listens. */
export const platId = (origin: () => string): SocialNetwork => ({
  ...PLAT_ID,
  get issuer() {
    return origin() + OPENID_PATH
  },
})

export interface AuthorizeRequest {
  redirectUri: string
  nonce: string
  state: string
  /** Of PKCE, by SHA-256. */
  challenge: string
}

type Given = Record<string, unknown>

/** A string says what is wrong; then the answer goes nowhere, as its address is not to be trusted. */
export function readAuthorizeRequest(given: Given, origin: string): AuthorizeRequest | string {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  if (text('client_id') !== PLAT_ID.clientId) return 'Plat ID does not know this application.'
  if (text('response_type') !== 'code') return 'Plat ID answers with a code alone.'
  if (!text('scope').split(' ').includes('openid')) return 'The scope must contain openid.'
  if (text('nonce') === '') return 'A nonce is needed.'
  if (text('code_challenge_method') !== 'S256' || text('code_challenge') === '')
    return 'A code challenge by S256 is needed (PKCE).'
  const redirectUri = text('redirect_uri')
  if (!isOwn(redirectUri, origin)) return 'Plat ID answers to its own site only.'
  return { redirectUri, nonce: text('nonce'), state: text('state'), challenge: text('code_challenge') }
}

const isOwn = (address: string, origin: string) => URL.canParse(address) && new URL(address).origin === origin

/** Where the browser goes with the answer. */
export function answerUrl(request: AuthorizeRequest, answer: Record<string, string>): string {
  const url = new URL(request.redirectUri)
  const given = request.state ? { ...answer, state: request.state } : answer
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  return url.href
}
