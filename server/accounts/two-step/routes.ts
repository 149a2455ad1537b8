/** Two-step login of one kind of people: their factors, confirming who they are, and a login with a passkey alone. */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { isPassword } from '#server/accounts/login/passwords.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'
import { closeChallenge, requireCodeTries, takeChallenge } from './challenges.ts'
import { checkProof } from './check-proof.ts'
import { registerFactors } from './factor-routes.ts'
import { hasFactor } from './factors.ts'
import { registerPasskeyLogin, startStep } from './login-steps.ts'
import type { KnownPerson, Person } from './people.ts'
import { sessionConfirmed } from './sessions.ts'
import { knownPerson, personOf, type TwoStepDeps } from './two-step-deps.ts'

/** Resolves with what the files of two-step login share; the last step of a login is served by the login of each app. */
export function registerTwoStep(
  app: FastifyInstance,
  room: Omit<TwoStepDeps, 'background'>,
  of: { kind: Person['kind']; calls: TwoStepCalls },
): TwoStepDeps {
  const deps = { ...room, background: createBackground(app) }
  registerPasskeyLogin(app, deps, of)
  registerFactors(app, deps, of.calls)
  registerConfirm(app, deps, of.calls)
  return deps
}

/**
 * "Confirm it's you": a logged-in person proves their identity again, for actions that an open browser alone must not
 * allow.
 */
function registerConfirm(app: FastifyInstance, deps: TwoStepDeps, calls: TwoStepCalls): void {
  const { db } = deps

  serve(app, calls.startConfirm, async ({ me }) => {
    const person = personOf(me)
    const step = await startStep(deps, 'confirm', person)
    return { data: { step, asks_password: !(await hasFactor(db, person)) } }
  })

  serve(app, calls.confirm, async ({ body, me, request, reply }) => {
    const person = await knownPerson(deps, personOf(me))
    const { challenge, password, ...proof } = body
    const { kind, id } = person
    if (await hasFactor(db, person))
      await checkProof(deps, { kind, id, purposes: ['confirm'], challenge, proof })
    else await checkPassword(deps, person, { challenge, password })
    await sessionConfirmed(deps, me, { request, reply })
  })
}

/** Only for a person without a second factor: with one, a password that somebody saw confirms nothing. */
async function checkPassword(
  { db }: TwoStepDeps,
  person: KnownPerson,
  { challenge: token, password = '' }: { challenge: string; password: string | undefined },
): Promise<void> {
  const { kind, id } = person
  const challenge = await takeChallenge(db, { token, kind, id, purposes: ['confirm'] })
  await requireCodeTries(db, person)
  if (!(await isPassword(password, person.password_hash)))
    throw invalid({ password: ['This is not your password.'] })
  await closeChallenge(db, challenge.id)
}
