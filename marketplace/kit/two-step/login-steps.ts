/** The steps of a login after the password, and a login with a passkey alone, until its person may come in. */
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import type { StartedStepWire } from '#shared/contract/second-step.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'
import type { Passkeys } from './passkeys.ts'
import { createStepModel, type StepModel } from './step-model.ts'

interface StepDeps<LoggedIn> {
  api: Api
  passkeys: Passkeys
  calls: TwoStepCalls
  /** Handed the answer of the last step. */
  enter: (answer: LoggedIn) => void
}

export function secondStepModel<LoggedIn>(
  { api, passkeys, calls, enter }: StepDeps<LoggedIn>,
  step: StartedStepWire,
): StepModel {
  return createStepModel({
    step,
    passkeys,
    send: async (body) => enter((await api(calls.finishLogin, { body })).data as LoggedIn),
  })
}

/** Resolves with what is wrong, or null. */
export async function passkeyLogin<LoggedIn>({
  api,
  passkeys,
  calls,
  enter,
}: StepDeps<LoggedIn>): Promise<string | null> {
  const done = await attempt(
    (async () => {
      const { data: step } = await api(calls.startPasskeyLogin, {})
      const passkey = await passkeys.get(step.passkey)
      if (!passkey) return 'No passkey was used. Try again, or log in with your password.'
      const { data } = await api(calls.finishLogin, { body: { challenge: step.challenge, passkey } })
      enter(data as LoggedIn)
      return null
    })(),
  )
  if (done.kind === 'done') return done.value
  const { fields, message } = sayFailure(done.failure)
  return message ?? fields.passkey ?? fields.challenge ?? 'This passkey did not work here.'
}
