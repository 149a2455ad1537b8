/** What two-step login does to the sessions of a person: confirming the present one, and ending or lowering others. */
import { bearerOf } from '#server/accounts/login/authenticate.ts'
import { type Exchange, setSessionToken } from '#server/accounts/login/session-cookie.ts'
import { confirmSession, endSessions } from '#server/accounts/login/sessions.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { type AccountPrincipal, realtimeUser, type StaffPrincipal } from '#server/core/http/principal.ts'
import type { Person } from './people.ts'
import { personOf, type TwoStepDeps } from './two-step-deps.ts'

type Me = AccountPrincipal | StaffPrincipal

/**
 * Notes that the person has just shown who they are; `factor` also that it took two. A browser gets another token, so that a copy of
 * the former one is not confirmed with it. A bearer stays as it is: its program could not be handed another one.
 */
export async function sessionConfirmed(
  { db, site }: TwoStepDeps,
  me: Me,
  { request, reply, factor }: Exchange & { factor?: 'two-step' },
): Promise<void> {
  if (bearerOf(request) === null) {
    const token = await confirmSession(db, {
      sessionId: me.sessionId,
      ...(factor ? { factor } : {}),
    })
    setSessionToken({ request, reply }, { kind: personOf(me).kind, token, expiresAt: me.expiresAt }, site)
    return
  }
  await db
    .updateTable('access_tokens')
    .set({ confirmed_at: NOW, ...(factor ? { factor } : {}) })
    .where('id', 'in', [me.tokenId, me.sessionId])
    .execute()
}

/** The session goes on as one with two steps. Those elsewhere, which came in without, end. */
export async function firstFactorAdded(deps: TwoStepDeps, me: Me, exchange: Exchange): Promise<void> {
  await endSessions(deps, personOf(me), { except: me.sessionId })
  await sessionConfirmed(deps, me, { ...exchange, factor: 'two-step' })
}

/** Where two steps become required again, these sessions do not count as such. By access_tokens_principal. */
export async function lastFactorRemoved(db: Database, { kind, id }: Person): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ factor: 'password' })
    .where('principal_kind', '=', kind)
    .where('principal_id', '=', id)
    .execute()
}

/** Closes the live lines of an account's people who came in by a password alone; what they call is refused from now on. */
export async function closeOneStepSockets(
  { db, broadcaster }: Pick<TwoStepDeps, 'db' | 'broadcaster'>,
  accountId: number,
): Promise<void> {
  const sessions = await db
    .selectFrom('access_tokens')
    .innerJoin('account_members', 'account_members.id', 'principal_id')
    .select(['access_tokens.id', 'principal_id'])
    .where('principal_kind', '=', 'member')
    .where('account_members.account_id', '=', accountId)
    .where('factor', '=', 'password')
    .where('parent_id', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  for (const { id, principal_id } of sessions)
    await broadcaster.terminate(realtimeUser({ kind: 'account', memberId: principal_id, sessionId: id }))
}
