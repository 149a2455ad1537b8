/** Setting a new password by an e-mailed link: first whether the link still works, then the password itself (AUTH-41, 42). */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Answer } from '#marketplace/buyer/platform/ask.ts'
import { createCountdown } from '#marketplace/buyer/platform/countdown.ts'
import type { Entered, Refusal } from '#marketplace/buyer/platform/entrance.ts'
import { EMAIL_WANTED, isEmail, refusalWords } from '#marketplace/buyer/platform/entry-labels.ts'
import { LOGIN_WINDOW_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { passwordProblem } from '#shared/rules/password.ts'

export type ResetStep =
  | 'checking'
  /** The link works: what shall the password be? */
  | 'form'
  /** Expired, used or no link at all: where to mail a new one? */
  | 'expired'
  /** A new mail is on its way. */
  | 'mailed'
  | 'unreachable'
  /** The password is set and its owner logged in. */
  | 'done'

export interface ResetModel {
  readonly step: ReadonlySignal<ResetStep>
  readonly password: Signal<string>
  readonly email: Signal<string>
  readonly isBusy: ReadonlySignal<boolean>
  readonly fieldProblem: ReadonlySignal<string | null>
  readonly problem: ReadonlySignal<string | null>
  readonly waitSeconds: ReadonlySignal<number>
  check(): Promise<void>
  /** Sends the password, or asks for a new mail: what the step is about. */
  submit(): Promise<void>
  dispose(): void
}

export interface ResetModelDeps {
  isValid: () => Promise<Answer<boolean>>
  setPassword: (password: string) => Promise<Entered>
  mailLink: (email: string) => Promise<Answer<null>>
  clock: Clock
}

export function createResetModel({ isValid, setPassword, mailLink, clock }: ResetModelDeps): ResetModel {
  const step = signal<ResetStep>('checking')
  const [password, email] = [signal(''), signal('')]
  const isBusy = signal(false)
  const fieldProblem = signal<string | null>(null)
  const problem = signal<string | null>(null)
  const wait = createCountdown(clock)

  function refuse(refusal: Refusal) {
    if (refusal.kind === 'throttled') wait.start(refusal.retryAfterMs ?? LOGIN_WINDOW_MS)
    problem.value = refusalWords(refusal)
  }

  async function set() {
    fieldProblem.value = password.value === '' ? 'Enter a password.' : passwordProblem(password.value)
    if (fieldProblem.value !== null) return
    const entered = await setPassword(password.value)
    if (entered.kind === 'welcome') step.value = 'done'
    else if (entered.kind !== 'refused') refuse(entered)
    else if (entered.errors.password !== undefined) fieldProblem.value = entered.errors.password
    // The hash itself was refused: it ran out while the password was typed, or was used elsewhere.
    else step.value = 'expired'
  }

  async function mail() {
    fieldProblem.value = isEmail(email.value) ? null : EMAIL_WANTED
    if (fieldProblem.value !== null) return
    const mailed = await mailLink(email.value.trim())
    if (mailed.kind === 'done') step.value = 'mailed'
    else refuse(mailed)
  }

  return {
    step,
    password,
    email,
    problem,
    fieldProblem,
    isBusy: computed(() => isBusy.value),
    waitSeconds: wait.seconds,
    async check() {
      step.value = 'checking'
      const valid = await isValid()
      if (valid.kind === 'done') step.value = valid.value ? 'form' : 'expired'
      else step.value = valid.kind === 'refused' ? 'expired' : 'unreachable'
    },
    async submit() {
      if (isBusy.value || wait.seconds.value > 0) return
      problem.value = null
      isBusy.value = true
      await (step.value === 'form' ? set() : mail())
      isBusy.value = false
    },
    dispose: () => wait.dispose(),
  }
}
