/** For a person who has lost everything: another person removes their second factors, so that they can set up new ones. */

import { endSessions } from '#server/accounts/login/sessions.ts'
import { type Actor, writeAudit } from '#server/core/audit/audit.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import { dropFactors } from './factors.ts'
import { notifyReset } from './letters.ts'
import { findPerson, type Person } from './people.ts'
import type { TwoStepDeps } from './two-step-deps.ts'

interface Resetting {
  actor: Actor
  /** The name in the mail. */
  by: string
  ip: string
}

/**
 * Also ends their logins and notifies them by mail. Throws 404 for an unknown person, and 409 for oneself: a logged-in person removes
 * factors one by one.
 */
export async function resetFactors(
  deps: TwoStepDeps,
  person: Person,
  { actor, by, ip }: Resetting,
): Promise<void> {
  if (actor.kind === person.kind && actor.id === person.id)
    throw conflict('You cannot reset your own two-step login. Ask a colleague.')
  if (!(await findPerson(deps.db, person))) throw notFound()
  await deps.db.transaction().execute(async (trx) => {
    await dropFactors(trx, person)
    await writeAudit(trx, { actor, action: 'two-step.reset', subject: person, ip })
  })
  await endSessions(deps, person)
  notifyReset(deps, person, by)
}
