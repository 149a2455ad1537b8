/** "Confirm it's you": a logged-in person proves their identity again, for actions that an open browser alone must not allow. */
import type { FastifyInstance } from 'fastify'
import { isPassword } from '#server/accounts/login/passwords.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'
import { closeChallenge, requireCodeTries, takeChallenge } from './challenges.ts'
import { checkProof } from './check-proof.ts'
import { hasFactor } from './factors.ts'
import { startStep } from './login-steps.ts'
import type { KnownPerson } from './people.ts'
import { sessionConfirmed } from './sessions.ts'
import { knownPerson, personOf, type TwoStepDeps } from './two-step-deps.ts'

export function registerConfirm(app: FastifyInstance, deps: TwoStepDeps, calls: TwoStepCalls): void {
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
