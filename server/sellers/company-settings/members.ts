/** The people of an account: who they are, their roles, invitations and pauses, and which conversations each looks after. */

import { sql } from 'kysely'
import { withFactors } from '#server/accounts/two-step/factors.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import { INVITATION_LIFETIME_MS } from '#shared/contract/login-limits.ts'
import type { MemberRole } from '#shared/contract/member-roles.ts'
import type { SellerColleagueWire } from '#shared/contract/seller-company.ts'

/** In the order they came. By account_members_account and chats_assigned. */
export async function colleagues(db: Database, accountId: number): Promise<SellerColleagueWire[]> {
  const members = await db
    .selectFrom('account_members')
    .select(['id', 'name', 'email', 'role', 'paused_at', 'invited_at'])
    .select(sql<boolean>`invited_at is not null and password_hash is null`.as('is_invited'))
    .select(sql<number>`(select count(*)::int from chats where assigned_to = account_members.id)`.as('chats'))
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const ids = members.map(({ id }) => id)
  const having = await withFactors(db, 'member', ids)
  return members.map(({ id, name, email, role, paused_at, invited_at, is_invited, chats }) => ({
    id,
    name,
    email,
    role,
    conversations: chats,
    is_paused: paused_at !== null,
    is_invited,
    invited_until:
      is_invited && invited_at ? new Date(invited_at.getTime() + INVITATION_LIFETIME_MS).toISOString() : null,
    has_two_step: having.has(id),
  }))
}

/** One change of the team at a time: the account's row keeps two from leaving it without an owner. Rejects with 404 for a stranger. */
export const changeTeam = <T>(
  db: Database,
  me: Pick<AccountPrincipal, 'accountId'>,
  { memberId, change }: { memberId: number; change: (trx: Database, of: Team) => Promise<T> },
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', me.accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const all = await colleagues(trx, me.accountId)
    const member = all.find(({ id }) => id === memberId)
    if (!member) throw notFound()
    return change(trx, { member, all })
  })

export interface Team {
  member: SellerColleagueWire
  all: readonly SellerColleagueWire[]
}

export const isOwner = ({ role, is_paused }: SellerColleagueWire) => role === 'administrator' && !is_paused

/** They can log in, and may change settings. */
export const otherOwners = ({ member, all }: Team): SellerColleagueWire[] =>
  all.filter((one) => one.id !== member.id && isOwner(one) && !one.is_invited)

/** Rejects with 409 if nobody else who can log in may change settings. */
export function requireOtherOwner(team: Team): void {
  if (isOwner(team.member) && otherOwners(team).length === 0)
    throw conflict('A company needs an owner who can log in. Make somebody else an owner first.')
}

export const setRole = (
  db: Database,
  me: AccountPrincipal,
  { memberId, role }: { memberId: number; role: MemberRole },
): Promise<void> =>
  changeTeam(db, me, {
    memberId,
    async change(trx, team) {
      if (role !== 'administrator') requireOtherOwner(team)
      await trx.updateTable('account_members').set({ role }).where('id', '=', memberId).execute()
      await audit(trx, me, { action: 'member.role', memberId, after: { from: team.member.role, to: role } })
    },
  })

/** A paused person's conversations go to `reassignTo`, or to nobody in particular. The caller ends the sessions. */
export const setPaused = (
  db: Database,
  me: AccountPrincipal,
  {
    memberId,
    isPaused,
    reassignTo,
  }: { memberId: number; isPaused: boolean; reassignTo: number | null | undefined },
): Promise<void> =>
  changeTeam(db, me, {
    memberId,
    async change(trx, team) {
      if (isPaused && memberId === me.memberId) throw conflict('You can’t pause your own login.')
      if (isPaused) requireOtherOwner(team)
      await trx
        .updateTable('account_members')
        .set({ paused_at: isPaused ? NOW : null })
        .where('id', '=', memberId)
        .execute()
      if (isPaused && reassignTo !== undefined) await reassign(trx, team, reassignTo)
      const action = isPaused ? 'member.pause' : 'member.resume'
      await audit(trx, me, { action, memberId, after: isPaused ? { conversations_to: reassignTo } : {} })
    },
  })

/** By chats_assigned. */
async function reassign(trx: Database, { member, all }: Team, to: number | null): Promise<void> {
  const heir = all.find(({ id }) => id === to)
  if (to !== null && (!heir || heir.id === member.id || heir.is_paused))
    throw invalid({ reassign_to: ['Choose a person on your team who is not paused.'] })
  await trx.updateTable('chats').set({ assigned_to: to }).where('assigned_to', '=', member.id).execute()
}

/** The person, who can log in once they follow the mailed link. Rejects with 422 for an email that has a seller's login. */
export const addInvited = (
  db: Database,
  me: AccountPrincipal,
  given: { name: string; email: string; role: MemberRole },
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('account_members')
      .values({ ...given, account_id: me.accountId, invited_at: NOW })
      .onConflict((clash) => clash.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw invalid({ email: ['This email has a seller login already. Use another one.'] })
    await audit(trx, me, { action: 'member.invite', memberId: row.id, after: given })
    return row.id
  })

/** The person, whose invitation is mailed again. Rejects with 409 once they have joined. */
export const renewInvitation = (
  db: Database,
  me: AccountPrincipal,
  memberId: number,
): Promise<SellerColleagueWire> =>
  changeTeam(db, me, {
    memberId,
    async change(trx, { member }) {
      if (!member.is_invited) throw conflict('This person has joined already.')
      await trx.updateTable('account_members').set({ invited_at: NOW }).where('id', '=', memberId).execute()
      return member
    },
  })

/** Removes somebody who has never logged in; the mailed link ends with them. */
export const withdrawInvitation = (db: Database, me: AccountPrincipal, memberId: number): Promise<void> =>
  changeTeam(db, me, {
    memberId,
    async change(trx, { member }) {
      if (!member.is_invited) throw conflict('This person has joined already. Pause their login instead.')
      await trx.deleteFrom('account_members').where('id', '=', memberId).execute()
      await audit(trx, me, { action: 'member.withdraw', memberId, after: { email: member.email } })
    },
  })

const audit = (
  trx: Database,
  me: AccountPrincipal,
  { action, memberId, after }: { action: AuditAction; memberId: number; after: Record<string, unknown> },
) =>
  writeAudit(trx, {
    actor: { kind: 'member', id: me.memberId },
    action,
    subject: { kind: 'member', id: memberId },
    after,
  })

/** Rejects with 422 for somebody who is not on the team, or paused. By the unique index of customer and account. */
export async function assignChat(
  db: Database,
  { accountId, customerId }: { accountId: number; customerId: number },
  memberId: number | null,
): Promise<void> {
  const team = memberId === null ? [] : await colleagues(db, accountId)
  const member = team.find(({ id }) => id === memberId)
  if (memberId !== null && !member) throw invalid({ member_id: ['This person isn’t on your team.'] })
  if (member?.is_paused) throw invalid({ member_id: [`${member.name} is paused. Choose somebody else.`] })
  await db
    .updateTable('chats')
    .set({ assigned_to: memberId })
    .where('customer_id', '=', customerId)
    .where('account_id', '=', accountId)
    .execute()
}
