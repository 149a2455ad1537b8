/**
 * A member deletes their own login. What they wrote and did stays with the company, whose name buyers see. Deleted are the login,
 * devices, second factors, notifications, and the member's name, email and IP addresses in the log.
 */
import { sql } from 'kysely'
import type { Background } from '#server/accounts/login/background.ts'
import { forgetFailures } from '#server/accounts/login/login-guard.ts'
import { closeSockets } from '#server/accounts/login/sessions.ts'
import { revokeAll } from '#server/accounts/login/tokens.ts'
import { dropFactors } from '#server/accounts/two-step/factors.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { SellerColleagueWire } from '#shared/contract/seller-company.ts'
import { createCompanyMails } from './mails.ts'
import { changeTeam, otherOwners, requireOtherOwner } from './members.ts'

/** Rejects with 422 unless `confirmation` is their email, and with 409 for the only owner who can log in. */
export async function leaveCompany(
  deps: RoomDeps & { background: Background },
  me: AccountPrincipal,
  confirmation: string,
): Promise<void> {
  const person = { kind: 'member', id: me.memberId } as const
  const { member, phone, sessionIds, owners, left } = await changeTeam(deps.db, me, {
    memberId: me.memberId,
    async change(trx, team) {
      if (confirmation.trim().toLowerCase() !== team.member.email.toLowerCase())
        throw invalid({ confirmation: ['Type your email address to confirm.'] })
      requireOtherOwner(team)
      const owners = otherOwners(team)
      const [heir = null] = owners
      const blasts = heir === null ? 0 : await passBlasts(trx, me, heir.id)
      const deleted = await deleteMember(trx, me, team.member)
      await writeAudit(trx, { actor: person, action: 'member.leave', subject: person })
      return { member: team.member, owners, left: { blasts, heir }, ...deleted }
    },
  })
  for (const sessionId of sessionIds) await closeSockets(deps.broadcaster, person, sessionId)
  await forgetFailures(deps, { kind: 'member', email: member.email })
  // The embedded providers keep what they "sent".
  await deps.db
    .deleteFrom('outbox')
    .where('recipient', 'in', [member.email, ...(phone === null ? [] : [phone])])
    .execute()
  const mails = createCompanyMails(deps)
  deps.background.run('notice of a deleted login', () => mails.loginDeleted(member))
  for (const owner of owners)
    deps.background.run('notice of a person who left', () => mails.memberLeft(owner, member, left))
}

/** A scheduled blast needs a sender: an owner becomes it, and can cancel it. By campaigns_account. */
async function passBlasts(trx: Database, me: AccountPrincipal, heirId: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('campaigns')
    .set({ member_id: heirId })
    .where('account_id', '=', me.accountId)
    .where('member_id', '=', me.memberId)
    .where('state', 'in', ['scheduled', 'sending'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Notifications, devices for push and mailed links are deleted with the row. */
export async function deleteMember(
  trx: Database,
  { accountId, memberId }: Pick<AccountPrincipal, 'accountId' | 'memberId'>,
  { email }: Pick<SellerColleagueWire, 'email'>,
): Promise<{ phone: string | null; sessionIds: number[] }> {
  const person = { kind: 'member', id: memberId } as const
  const sessionIds = await revokeAll(trx, person)
  // These belong to several kinds of people, so no foreign key deletes them.
  await trx
    .deleteFrom('access_tokens')
    .where('principal_kind', '=', 'member')
    .where('principal_id', '=', memberId)
    .execute()
  await dropFactors(trx, person)
  await trx
    .deleteFrom('login_challenges')
    .where('person_kind', '=', 'member')
    .where('person_id', '=', memberId)
    .execute()
  await sql`delete from seller_applications where account_id = ${accountId} and lower(email) = lower(${email})`.execute(
    trx,
  )
  await dropLogged(trx, { accountId, memberId, email })
  const row = await trx
    .deleteFrom('account_members')
    .where('id', '=', memberId)
    .returning('phone')
    .executeTakeFirst()
  return { phone: row?.phone ?? null, sessionIds }
}

interface Logged {
  accountId: number
  memberId: number
  email: string
}

/** The log keeps what was done and when. By audit_log_actor and audit_log_subject; moves by offers_account. */
async function dropLogged(trx: Database, { accountId, memberId, email }: Logged): Promise<void> {
  await sql`update audit_log set ip = null where actor_kind = 'member' and actor_id = ${memberId}`.execute(
    trx,
  )
  await sql`update audit_log set before = before - 'name' - 'email', after = after - 'name' - 'email'
    where subject_kind = 'member' and subject_id = ${memberId}`.execute(trx)
  await sql`update audit_log set after = after - 'email', ip = null
    where subject_kind = 'account' and subject_id = ${accountId} and action = 'account.join'
      and lower(after->>'email') = lower(${email})`.execute(trx)
  await sql`update offer_moves set ip = null where by = 'seller' and person_id = ${memberId}
    and offer_id in (select id from offers where account_id = ${accountId})`.execute(trx)
}
