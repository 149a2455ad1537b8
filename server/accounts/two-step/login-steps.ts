/** The steps of a login after the password, and a login with a passkey. */
import type { FastifyInstance } from 'fastify'
import { networkOf } from '#server/core/http/network.ts'
import { serve } from '#server/core/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/core/http/throttle.ts'
import type { ProofWire, StartedStepWire } from '#shared/contract/second-step.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'
import { PASSKEY_LOGINS_PER_MINUTE } from '#shared/contract/two-step-limits.ts'
import { openChallenge, type Purpose } from './challenges.ts'
import { checkProof } from './check-proof.ts'
import { hasFactor } from './factors.ts'
import { assertionOptions } from './passkeys.ts'
import type { KnownPerson, Person } from './people.ts'
import { knownPerson, type TwoStepDeps } from './two-step-deps.ts'

/** The next step after a correct password; null if there is none. */
export async function secondStepFor(
  deps: Pick<TwoStepDeps, 'db' | 'site'>,
  person: Person,
): Promise<StartedStepWire | null> {
  return (await hasFactor(deps.db, person)) ? startStep(deps, 'login', person) : null
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
  const starts = createThrottle(PASSKEY_LOGINS_PER_MINUTE, MINUTE_MS)

  serve(app, calls.startPasskeyLogin, async ({ request }) => {
    starts.take(networkOf(request.ip))
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
