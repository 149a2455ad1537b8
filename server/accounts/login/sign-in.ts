/** Logs people in: every way to log in ends here once the person is known. */
import type { Selectable } from 'kysely'
import type { CustomersTable } from '#server/core/database/schema.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import { askSupport } from '#server/core/http/site.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { type CustomerDeps, customerWire } from './current-user.ts'
import { notifyNewDevice } from './new-device.ts'
import { passwordHashOf } from './people.ts'
import { type Exchange, pageOf, sessionTokenOf, setSessionCookies } from './session-cookie.ts'
import { endSession, issueBearer, openSession, type Person } from './sessions.ts'
import { type Factor, findToken, revoke, sessionIdOf } from './tokens.ts'

export type SignInDeps = Pick<
  RoomDeps,
  'db' | 'broadcaster' | 'prefix' | 'limits' | 'secret' | 'site' | 'parts'
>

export interface ProvenPerson extends Person {
  /** As it was when the person proved their identity. */
  password_hash: string | null
}

/** `token` for everything but our own pages. */
export interface LoggedIn {
  sessionId: number
  token?: string
}

/**
 * Starts a session: ends the browser's former one, and hands over a token, in a cookie or as a bearer. Call it only for a person who
 * has proved their identity. Throws 422 if the password changed meanwhile.
 */
export async function logIn(
  deps: SignInDeps,
  exchange: Exchange,
  { person, factor }: { person: ProvenPerson; factor?: Factor },
): Promise<LoggedIn> {
  const { ip, headers } = exchange.request
  const from = { ip, userAgent: headers['user-agent'], ...(factor ? { factor } : {}) }
  const session = await openSession(deps, person, from)
  // A new password ends the sessions there are. This one may have been too young for it, or of an account that is deleted.
  if ((await passwordHashOf(deps.db, person)) !== person.password_hash) {
    await revoke(deps.db, session.id)
    throw changedMeanwhile()
  }
  const token = await handOver(deps, exchange, { person, session, factor })
  await notifyNewDevice(deps, { person, sessionId: session.id, userAgent: from.userAgent ?? null, ip })
  return { sessionId: session.id, ...(token === undefined ? {} : { token }) }
}

export const changedMeanwhile = () => invalid({ email: ['This account was just changed. Log in again.'] })

/** The same for a customer. Throws 403 for a blocked one. */
export async function startSession(
  deps: SignInDeps & CustomerDeps & Pick<RoomDeps, 'joinGuests'>,
  exchange: Exchange,
  row: Selectable<CustomersTable>,
): Promise<{ token?: string; user: CustomerWire }> {
  await refuseBlocked(deps, row)
  const person = { kind: 'customer', id: row.id, password_hash: row.password_hash } as const
  const { token } = await logIn(deps, exchange, { person })
  await deps.joinGuests(row)
  return { ...(token === undefined ? {} : { token }), user: await customerWire(deps, row) }
}

/** Said only after a password, code or link was right, so that a stranger learns nothing. */
export async function refuseBlocked(
  { site }: Pick<SignInDeps, 'site'>,
  row: { blocked_at: Date | null },
): Promise<void> {
  if (!row.blocked_at) return
  const message = `This account is blocked. To have it reviewed, ${await askSupport(site)}.`
  throw new Refusal(403, { message, code: 'blocked' })
}

/**
 * Our own page gets a cookie and no token that a script could take. A foreign page gets a bearer and no cookie. A program
 * gets both, with different values: a response never repeats a cookie.
 */
async function handOver(
  deps: SignInDeps,
  { request, reply }: Exchange,
  {
    person,
    session,
    factor,
  }: {
    person: Person
    session: { id: number; token: string; expiresAt: Date }
    factor: Factor | undefined
  },
): Promise<string | undefined> {
  const page = pageOf(request, deps.site)
  if (page === 'foreign') return session.token
  const { kind } = person
  const before = sessionTokenOf(request, deps.site, kind)
  if (before) await endSessionOf(deps, before)
  const { id: sessionId, token, expiresAt } = session
  setSessionCookies({ request, reply }, { kind, sessionId, token, expiresAt }, deps)
  if (page === 'own') return undefined
  return (await issueBearer(deps, person, { sessionId, factor })).token
}

/** The browser's former session: its person gets no more events in this browser. */
async function endSessionOf(deps: SignInDeps, token: string): Promise<void> {
  const found = await findToken(deps.db, token)
  if (!found) return
  await endSession(deps, { kind: found.principal_kind, id: found.principal_id }, sessionIdOf(found))
}
