/** Mails about changes of a person's login. Sent in the background; if the mail server is down they are sent later. */

import { installationOf, originFor } from '#server/core/http/site.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { letter } from '#server/notifications/letter.ts'
import { loginLinks } from '#shared/contract/work-links.ts'
import { findPerson, type Person } from './people.ts'
import type { TwoStepDeps } from './two-step-deps.ts'

interface Notice {
  subject: string
  text: string
}

const NOT_YOU = 'If this was not you, set a new password and tell a colleague at once.'

function notify(deps: TwoStepDeps, person: Person, { subject, text }: Notice): void {
  deps.background.run(`mail: ${subject}`, async () => {
    const to = await findPerson(deps.db, person)
    if (!to) return
    const contents = {
      subject,
      greeting: `Hello ${to.name},`,
      paragraphs: [text],
      notes: [NOT_YOU],
      button: {
        label: 'Open the login page',
        url: originFor(deps.site, person.kind) + loginLinks[person.kind](),
      },
    }
    const written = letter(contents, await installationOf(deps.site))
    await mailNow(deps, { ...written, to: to.email, type: 'security', customerId: null })
  })
}

export const notifyAdded = (deps: TwoStepDeps, person: Person, name: string) =>
  notify(deps, person, {
    subject: 'Two-step login: something was added',
    text: `"${name}" can now be used to log in to your account.`,
  })

export const notifyRemoved = (deps: TwoStepDeps, person: Person, name: string) =>
  notify(deps, person, {
    subject: 'Two-step login: something was removed',
    text: `"${name}" can no longer be used to log in to your account.`,
  })

export const notifyRecoveryRenewed = (deps: TwoStepDeps, person: Person) =>
  notify(deps, person, {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were made for your account. The old ones no longer work.',
  })

export const notifyRecoveryUsed = (deps: TwoStepDeps, person: Person, left: number) =>
  notify(deps, person, {
    subject: 'A recovery code was used',
    text: `Somebody used a recovery code of your account. ${left} left.`,
  })

export const notifyReset = (deps: TwoStepDeps, person: Person, by: string) =>
  notify(deps, person, {
    subject: 'Your two-step login was reset',
    text: `${by} removed your passkeys, authenticator apps and recovery codes. Log in with your password and set them up again.`,
  })
