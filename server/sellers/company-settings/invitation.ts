/** The mail that invites somebody to a seller's team: its link sets their password, and so proves the address. */
import { makeLink, voidLinks } from '#server/accounts/login/mail-links.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { installationOf, originFor } from '#server/core/http/site.ts'
import { greetingOf, nameOf } from '#server/notifications/greeting.ts'
import { letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { INVITATION_LIFETIME_MS } from '#shared/contract/login-limits.ts'
import { type MemberRole, ROLE_LABELS } from '#shared/contract/member-roles.ts'
import { workLinks } from '#shared/contract/work-links.ts'

const DAYS = INVITATION_LIFETIME_MS / (24 * 60 * 60_000)

/** Ends the former link. Rejects if the mail server does not take the mail. */
export async function mailInvitation(
  { db, parts, site }: Pick<RoomDeps, 'db' | 'parts' | 'site'>,
  me: AccountPrincipal,
  { id, name, email, role }: { id: number; name: string; email: string; role: MemberRole },
): Promise<void> {
  const person = { kind: 'member', id } as const
  await voidLinks(db, 'recovery', person)
  const token = await makeLink(db, { purpose: 'recovery', person, email, lifetimeMs: INVITATION_LIFETIME_MS })
  const { inviter, title } = await db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['account_members.name as inviter', 'accounts.title'])
    .where('account_members.id', '=', me.memberId)
    .executeTakeFirstOrThrow()
  const company = nameOf({ email: '', name: title }) || 'a company'
  const by = await installationOf(site)
  await parts.mailer.send({
    to: email,
    ...letter(
      {
        subject: `Join ${company} on ${by.name}`,
        greeting: greetingOf({ email, name }),
        paragraphs: [
          `${nameOf({ email: '', name: inviter }) || 'An owner'} invites you to the team of ${company}, with the role ${ROLE_LABELS[role]}.`,
        ],
        button: {
          label: 'Join the team',
          url: originFor(site, 'member') + workLinks.firstPassword('member', token),
        },
        notes: [
          `The link works once, for ${DAYS} days.`,
          'If you did not expect this, ignore this mail. Nothing changes.',
        ],
      },
      by,
    ),
  })
}
