/** Checks the answer to a challenge. A refusal never says what was wrong: neither which factors exist, nor whose. */
import { invalid, type Refusal } from '#server/core/http/refusal.ts'
import type { ProofWire } from '#shared/contract/second-step.ts'
import { spendAppCode } from './apps.ts'
import { closeChallenge, type Purpose, requireCodeTries, takeChallenge } from './challenges.ts'
import { notifyRecoveryUsed } from './letters.ts'
import { passkeyOwner } from './passkeys.ts'
import type { Person } from './people.ts'
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import type { TwoStepDeps } from './two-step-deps.ts'

interface Answer {
  kind: Person['kind']
  /** Only for a challenge of this person. */
  id?: number
  purposes: readonly Purpose[]
  challenge: string
  proof: ProofWire
}

/** The person who answered. Throws 422 for a wrong answer or a challenge that is gone, 429 after too many wrong codes in an hour. */
export async function checkProof(
  deps: TwoStepDeps,
  { challenge: token, proof, ...of }: Answer,
): Promise<Person> {
  const challenge = await takeChallenge(deps.db, { token, ...of })
  const { passkey } = proof
  const person = passkey
    ? await passkeyOwner(deps, challenge, { token, passkey })
    : challenge.person_id !== null && (await fits(deps, { kind: of.kind, id: challenge.person_id }, proof))
  if (!person) throw wrong(proof)
  await closeChallenge(deps.db, challenge.id)
  return person
}

async function fits(deps: TwoStepDeps, person: Person, proof: ProofWire): Promise<Person | null> {
  const { db, secret } = deps
  if (proof.recovery_code !== undefined) {
    if (!(await spendRecoveryCode(db, person, { code: proof.recovery_code, secret }))) return null
    notifyRecoveryUsed(deps, person, await countRecoveryCodes(db, person))
    return person
  }
  if (proof.code === undefined) return null
  await requireCodeTries(db, person)
  return (await spendAppCode(deps, person, proof.code)) ? person : null
}

function wrong({ passkey, recovery_code, code }: ProofWire): Refusal {
  if (passkey) return invalid({ passkey: ['This passkey did not work here. Try again, or use a code.'] })
  if (recovery_code !== undefined)
    return invalid({ recovery_code: ['This recovery code is not valid, or was used before.'] })
  if (code !== undefined)
    return invalid({ code: ['This code is not valid, or was used before. Type the newest one.'] })
  return invalid({ code: ['Enter a code, or use a passkey.'] })
}
