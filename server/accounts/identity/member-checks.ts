/** Identity checks of members of companies: where they are, and news of them. Staff see them before they verify a company. */
import type { Database } from '#server/core/database/open.ts'
import { installationOf, originFor } from '#server/core/http/site.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { accountChannel } from '#shared/contract/events.ts'
import { links } from '#shared/contract/pages.ts'
import { type MemberIdentity, memberIdentityUpdated } from '#shared/contract/seller-identity.ts'

export type MemberCheckDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix' | 'site' | 'parts'>

const NOT_STARTED: MemberIdentity = { status: 'not_started', reason: null }

/** Of each member: the check that succeeded, or else the newest. By identity_checks_member. */
export async function memberIdentities(
  db: Database,
  memberIds: readonly number[],
): Promise<(memberId: number) => MemberIdentity> {
  const checks = await db
    .selectFrom('identity_checks')
    .distinctOn('member_id')
    .select(['member_id', 'status', 'reason'])
    .where('member_id', 'in', [0, ...memberIds])
    .orderBy('member_id')
    .orderBy((row) => row('status', '=', 'success'), 'desc')
    .orderBy('id', 'desc')
    .execute()
  const found = new Map(
    checks.map(({ member_id, status, reason }) => [
      member_id,
      { status: status === 'started' ? 'in_progress' : status, reason } satisfies MemberIdentity,
    ]),
  )
  return (memberId) => found.get(memberId) ?? NOT_STARTED
}

const SUBJECTS: Readonly<Record<string, string>> = {
  success: 'Your identity is verified',
  failed: 'Your identity could not be verified',
}

/** Live in the seller's app, and by mail once the check has ended. */
export async function announceMemberCheck(
  deps: MemberCheckDeps,
  memberId: number,
  status: string,
): Promise<void> {
  const member = await deps.db
    .selectFrom('account_members')
    .select(['account_id', 'name', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!member) return
  const channel = accountChannel(deps.prefix, member.account_id)
  await deps.broadcaster.broadcast(channel, memberIdentityUpdated, { member_id: memberId })
  const subject = SUBJECTS[status]
  if (!subject) return
  const { reason } = (await memberIdentities(deps.db, [memberId]))(memberId)
  const text =
    status === 'success'
      ? 'Our staff see it when they check your company.'
      : `${reason ?? 'The check was not successful.'} You can try again.`
  const url = originFor(deps.site, 'member') + links.seller({ kind: 'start', step: 'identity' })
  const written = letter(
    {
      subject,
      greeting: `Hello ${member.name},`,
      paragraphs: [text],
      notes: [],
      button: { label: 'Open the guide', url },
    },
    await installationOf(deps.site),
  )
  await mailNow(deps, { ...written, to: member.email, type: 'security', customerId: null })
}
