/** Who makes a request. Found out by the account room; the http layer only knows this interface. */
import type { FastifyRequest } from 'fastify'
import { forbidden, notFound, unauthenticated } from './refusal.ts'

interface Login {
  tokenId: number
  /** The login this token belongs to; a widget token's is the session that issued it. */
  sessionId: number
  /** When the token ends by itself, in milliseconds since 1970. */
  endsAtMs: number
}

export interface CustomerPrincipal extends Login {
  kind: 'customer'
  id: number
  /** `view`: a person of the house looks through the customer's eyes, and may change nothing. */
  purpose: 'session' | 'widget' | 'view'
}

export interface AccountPrincipal extends Login {
  kind: 'account'
  memberId: number
  accountId: number
}

/** A person of the house itself; stands beside the two parties, so that nothing made for them lets one in. */
export interface StaffPrincipal extends Login {
  kind: 'staff'
  staffId: number
}

export type Principal = CustomerPrincipal | AccountPrincipal

export interface Authenticator {
  /** Null without valid credentials. Rejects with 419 when a cookie came without its CSRF header. */
  identify(request: FastifyRequest): Promise<Principal | StaffPrincipal | null>
}

export function customerOf(who: Principal | null): CustomerPrincipal {
  if (!who) throw unauthenticated()
  if (who.kind !== 'customer') throw forbidden()
  return who
}

/**
 * A customer in a session of their own. The bearer of a messenger on a foreign page may read and write messages, but neither
 * change the account nor read what else is stored.
 */
export function sessionOf(who: Principal | null): CustomerPrincipal {
  const me = customerOf(who)
  if (me.purpose === 'widget') throw forbidden()
  return me
}

/** The same for an address with a customer's id in it: another's answers like one that does not exist. */
export function ownSession(who: Principal | null, customerId: number): CustomerPrincipal {
  const me = sessionOf(who)
  if (me.id !== customerId) throw notFound()
  return me
}

export function memberOf(who: Principal | null): AccountPrincipal {
  if (!who) throw unauthenticated()
  if (who.kind !== 'account') throw forbidden()
  return who
}

/** One of the two parties, or nobody: to them one of the house is a visitor. */
export const partyOf = (caller: Principal | StaffPrincipal | null): Principal | null =>
  caller?.kind === 'staff' ? null : caller

/** Of a call that is for the house's people only. */
export function staffOf({ staff, who }: Pick<FastifyRequest, 'staff' | 'who'>): StaffPrincipal {
  if (staff) return staff
  throw who ? forbidden() : unauthenticated()
}

/** The user id under which a principal's sockets sign in, and by which they are closed when the login ends. One per login, not per person. */
export const realtimeUser = (who: RealtimePerson): string =>
  who.kind === 'customer' ? `customer:${who.id}:${who.sessionId}` : `member:${who.memberId}:${who.sessionId}`

type RealtimePerson =
  | Pick<CustomerPrincipal, 'kind' | 'id' | 'sessionId'>
  | Pick<AccountPrincipal, 'kind' | 'memberId' | 'sessionId'>
