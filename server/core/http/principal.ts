/** Who makes a request. Found out by the account room; the http layer only knows this interface. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import { notFound, Refusal } from './refusal.ts'

/** How a person logged in. */
type Factor = 'password' | 'two-step'

interface Login {
  tokenId: number
  /** The login this token belongs to; a widget token's is the session that issued it. */
  sessionId: number
  /** When the token expires without another use, in milliseconds since 1970. */
  endsAtMs: number
  /** When it expires at the latest, however much it is used. */
  expiresAt: Date
  /** How long ago the person proved their identity, by the login or a later confirmation; null if that does not count. */
  confirmedAgoMs: number | null
  factor: Factor
}

export interface CustomerPrincipal extends Login {
  kind: 'customer'
  scope: 'session' | 'messages' | 'view'
  id: number
  /** Of a `messages` token made for one account: the only one it has access to. */
  boundAccountId: number | null
  /** A seller's server asked for the token: the account itself vouches for its visitor. */
  isVouchedFor: boolean
}

export interface AccountPrincipal extends Login {
  kind: 'account'
  scope: 'desk' | 'desk-enrolling'
  memberId: number
  accountId: number
  /** As it is now: a changed role counts from the next call on. */
  role: MemberRole
  /** An owner closes the company: nothing is changed meanwhile. */
  isClosing?: boolean
}

/** Staff: neither buyer nor seller, so endpoints of those two do not admit them. */
export interface StaffPrincipal extends Login {
  kind: 'staff'
  scope: 'console' | 'console-enrolling'
  staffId: number
}

/** A seller's own server, by its secret key. It opens nothing but what is declared for it. */
export interface ServerKeyPrincipal {
  kind: 'server-key'
  scope: 'server-key'
  keyId: number
  accountId: number
  /** A program cannot confirm who it is. */
  confirmedAgoMs: null
}

export type Principal = CustomerPrincipal | AccountPrincipal
/** Everybody who may call. */
export type Caller = Principal | StaffPrincipal | ServerKeyPrincipal

/** The caller of an endpoint, as its declaration says. */
export interface Callers {
  none: null
  optional: Principal | null
  customer: CustomerPrincipal
  account: AccountPrincipal
  any: Principal
  staff: StaffPrincipal
  'server-key': ServerKeyPrincipal
}

export interface Authenticator {
  /**
   * Null without valid credentials. Rejects with 419 if a cookie came without its CSRF header, and with 403 if a bearer comes from a
   * page that its key does not allow. With a reply, an old cookie is replaced.
   */
  identify(request: FastifyRequest, reply?: FastifyReply): Promise<Caller | null>
}

/** For an address with a customer's id: another customer's answers like one that does not exist. */
export function requireSelf(me: CustomerPrincipal, customerId: number): void {
  if (me.id !== customerId) throw notFound()
}

/** For a call that names an account: rejects a token made for another one. */
export function requireAccount(me: CustomerPrincipal, accountId: number): void {
  if (me.boundAccountId !== null && me.boundAccountId !== accountId)
    throw new Refusal(403, {
      message: 'This token was made for the conversation with one account. Ask for a token for this one.',
      code: 'other_account',
    })
}

/** The user id under which a principal's sockets sign in, and by which they are closed when the login ends. One per login, not per person. */
export const realtimeUser = (who: RealtimePerson): string =>
  who.kind === 'customer' ? `customer:${who.id}:${who.sessionId}` : `member:${who.memberId}:${who.sessionId}`

type RealtimePerson =
  | Pick<CustomerPrincipal, 'kind' | 'id' | 'sessionId'>
  | Pick<AccountPrincipal, 'kind' | 'memberId' | 'sessionId'>
