/** What an applicant is mailed: the link to finish, that the application has come, or that it is declined. */
import { askSupport, installationOf, originFor } from '#server/core/http/site.ts'
import { greetingOf } from '#server/notifications/greeting.ts'
import { type Letter, letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { INVITATION_LIFETIME_MS } from '#shared/contract/login-limits.ts'
import { workLinks } from '#shared/contract/work-links.ts'

const DAYS = INVITATION_LIFETIME_MS / (24 * 60 * 60_000)

export function createJoinMails({ parts, site }: Pick<RoomDeps, 'parts' | 'site'>) {
  const send = async (to: { email: string; name: string | null }, contents: Omit<Letter, 'greeting'>) =>
    parts.mailer.send({
      to: to.email,
      ...letter({ ...contents, greeting: greetingOf(to) }, await installationOf(site)),
    })
  // Read when it is sent: a server without PUBLIC_URL knows its origin once it listens.
  const origin = () => originFor(site, 'member')
  return {
    finish: async (to: { email: string; name: string | null }, token: string) =>
      send(to, {
        subject: `Start selling on ${(await installationOf(site)).name}`,
        paragraphs: ['Confirm this address and choose a password to open your company’s account.'],
        button: { label: 'Open your account', url: origin() + workLinks.joinSelling(token) },
        notes: [
          `The link works once, for ${DAYS} days.`,
          'If you did not ask for this, ignore this mail. Nothing changes.',
        ],
      }),
    received: (to: { email: string; name: string | null }) =>
      send(to, {
        subject: 'We received your application',
        paragraphs: [
          'We review each application. Once yours is approved, you get a link to open your account.',
        ],
      }),
    hasLogin: (to: { email: string; name: string | null }) =>
      send(to, {
        subject: 'You already have a seller login',
        paragraphs: ['Somebody, probably you, applied to sell with this address. It already has a login.'],
        button: { label: 'Log in', url: origin() + workLinks.sellerLogin() },
      }),
    declined: async (to: { email: string; name: string | null }, reason: string) =>
      send(to, {
        subject: 'Your application was declined',
        paragraphs: ['We can’t open a seller account for you.', `The reason: ${reason}`],
        notes: [`If you think this is a mistake, ${await askSupport(site)}.`],
      }),
  }
}
