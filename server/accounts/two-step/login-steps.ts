/** The steps of a login after the password, and a login with a passkey. */
import type { FastifyInstance } from 'fastify'
import { passwordHashOf } from '#server/accounts/login/people.ts'
import { endBegunLogins } from '#server/accounts/login/sessions.ts'
import { changedMeanwhile } from '#server/accounts/login/sign-in.ts'
import { networkOf } from '#server/core/http/network.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { ProofWire, StartedStepWire } from '#shared/contract/second-step.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'
import { PASSKEY_LOGINS_PER_MINUTE } from '#shared/contract/two-step-limits.ts'
import { openChallenge, type Purpose } from './challenges.ts'
import { checkProof } from './check-proof.ts'
import { hasFactor } from './factors.ts'
import { assertionOptions } from './passkeys.ts'
import type { KnownPerson, Person } from './people.ts'
import { knownPerson, type TwoStepDeps } from './two-step-deps.ts'

/**
 * The next step after a correct password; null if there is none. `password_hash` is the one that was checked. Throws 422 if the password
 * changed meanwhile: that ends the logins that were begun, but this one may have been too young for it.
 */
export async function secondStepFor(
  deps: Pick<TwoStepDeps, 'db' | 'site'>,
  { kind, id, password_hash }: Person & { password_hash: string | null },
): Promise<StartedStepWire | null> {
  const person = { kind, id }
  if (!(await hasFactor(deps.db, person))) return null
  const step = await startStep(deps, 'login', person)
  if ((await passwordHashOf(deps.db, person)) === password_hash) return step
  await endBegunLogins(deps.db, person)
  throw changedMeanwhile()
}

export async function startStep(
  { db, site }: Pick<TwoStepDeps, 'db' | 'site'>,
  purpose: Purpose,
  person: { kind: Person['kind']; id: number | null },
): Promise<StartedStepWire> {
  const { token, expiresAt } = await openChallenge(db, purpose, person)
  return {
    challenge: token,
    expires_at: expiresAt.toISOString(),
    passkey: assertionOptions(site, person.kind, token),
  }
}

/** Starts a login with a passkey. */
export function registerPasskeyLogin(
  app: FastifyInstance,
  deps: TwoStepDeps,
  { kind, calls }: { kind: Person['kind']; calls: TwoStepCalls },
): void {
  const starts = app.createThrottle(`${kind}-passkey-logins`, PASSKEY_LOGINS_PER_MINUTE, MINUTE_MS)

  serve(app, calls.startPasskeyLogin, async ({ request }) => {
    await starts.take(networkOf(request.ip))
    return { data: await startStep(deps, 'passkey-login', { kind, id: null }) }
  })
}

/** The person who finished the last step of a login. Throws as `checkProof` does. */
export async function finishSteps(
  deps: TwoStepDeps,
  kind: Person['kind'],
  { challenge, ...proof }: ProofWire & { challenge: string },
): Promise<KnownPerson> {
  const purposes = ['login', 'passkey-login'] as const
  return knownPerson(deps, await checkProof(deps, { kind, purposes, challenge, proof }))
}
