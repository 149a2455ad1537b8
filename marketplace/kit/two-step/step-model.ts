/** Answering a second step: with a passkey, a code or a recovery code; while there is no second factor, with the password. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import type { ProofWire, StartedStepWire } from '#shared/contract/second-step.ts'
import type { Passkeys } from './passkeys.ts'

export type StepAnswer = ProofWire & { password?: string }
export type StepField = 'code' | 'recovery_code' | 'password'

export interface StepModel {
  /** Which field is shown. */
  readonly field: ReadonlySignal<StepField>
  readonly hasPasskeys: boolean
  readonly isBusy: ReadonlySignal<boolean>
  readonly error: ReadonlySignal<string | null>
  /** About the step as a whole, e.g. that it has expired. */
  readonly problem: ReadonlySignal<string | null>
  show(field: StepField): void
  answer(text: string): Promise<void>
  answerWithPasskey(): Promise<void>
}

interface StepDeps {
  step: StartedStepWire
  passkeys: Passkeys
  /** Rejects with `ApiError` for a wrong answer. */
  send: (answer: StepAnswer & { challenge: string }) => Promise<void>
  first?: StepField
}

export function createStepModel({ step, passkeys, send, first = 'code' }: StepDeps): StepModel {
  const field = signal<StepField>(first)
  const isBusy = signal(false)
  const error = signal<string | null>(null)
  const problem = signal<string | null>(null)

  const submit = async (answer: StepAnswer) => {
    isBusy.value = true
    const done = await attempt(send({ ...answer, challenge: step.challenge }))
    batch(() => {
      isBusy.value = false
      const { fields = {}, message = null } = done.kind === 'failed' ? sayFailure(done.failure) : {}
      error.value = fields[field.peek()] ?? null
      problem.value = message ?? fields.challenge ?? fields.passkey ?? null
    })
  }

  return {
    field,
    isBusy,
    error,
    problem,
    hasPasskeys: first !== 'password' && passkeys.isSupported(),
    show(next) {
      batch(() => {
        field.value = next
        error.value = null
        problem.value = null
      })
    },
    answer: (text) => submit({ [field.peek()]: text.trim() }),
    async answerWithPasskey() {
      isBusy.value = true
      const passkey = await passkeys.get(step.passkey)
      isBusy.value = false
      if (passkey) await submit({ passkey })
      else problem.value = 'No passkey was used. Try again, or type a code.'
    },
  }
}
