/**
 * Log in: e-mail first, then password or mailed code, or a way to a new password. Holds what is typed, what is wrong with it
 * and when it may be tried again. No React, and no calls but those handed in.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { createCountdown } from '#marketplace/buyer/platform/countdown.ts'
import type { Entered, Entrance, Refusal } from '#marketplace/buyer/platform/entrance.ts'
import { EMAIL_WANTED, isEmail, refusalWords } from '#marketplace/buyer/platform/entry-labels.ts'
import { CODE_RESEND_MS, LOGIN_WINDOW_MS } from '#shared/contract/limits.ts'
import { type HelpContact, helpWords } from '#shared/format/help-contact.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { LoginCalls } from './login-calls.ts'

export type LoginStep =
  /** One field: who is it? */
  | 'email'
  | 'password'
  | 'code'
  /** Asks where to mail a link to. */
  | 'forgot'
  /** The link is on its way. */
  | 'mailed'

export interface LoginProblem {
  /** Null concerns no single field. */
  readonly field: 'email' | 'password' | 'code' | null
  readonly message: string
}

export interface LoginModel {
  readonly email: Signal<string>
  readonly password: Signal<string>
  readonly code: Signal<string>
  readonly step: ReadonlySignal<LoginStep>
  readonly isBusy: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<LoginProblem | null>
  /** Seconds until another try is allowed; 0 when it is now. */
  readonly waitSeconds: ReadonlySignal<number>
  readonly resendSeconds: ReadonlySignal<number>
  /** The account has no password: that is why a code was mailed without being asked for. */
  readonly isWithoutPassword: ReadonlySignal<boolean>
  /** Sends what the step asks for. Does nothing while busy or waiting. */
  submit(): Promise<void>
  emailCode(): Promise<void>
  resend(): Promise<void>
  goTo(step: 'email' | 'password' | 'forgot'): void
  dispose(): void
}

export interface LoginModelDeps {
  entrance: Pick<Entrance, 'byPassword' | 'byCode'>
  calls: Pick<LoginCalls, 'statusOf' | 'startCode' | 'sendCode' | 'checkCode' | 'recover'>
  clock: Clock
  /** The form with both fields, or the one that asks for the e-mail alone. */
  start: 'email' | 'password'
  /** Nobody has this e-mail: time to register with it. */
  register: (email: string) => void
  /** Who answers when somebody needs help; null when nobody is named or it is not known. */
  support: () => Promise<HelpContact | null>
}

export function createLoginModel({
  entrance,
  calls,
  clock,
  start,
  register,
  support,
}: LoginModelDeps): LoginModel {
  const [email, password] = [signal(''), signal('')]
  const step = signal<LoginStep>(start)
  const isWithoutPassword = signal(false)
  const tries = createTries(clock)
  const { isBusy, problem, wait, alone, wrong, refuse } = tries
  const mailed = createMailedCode({ entrance, calls, clock, email, tries })

  /** The e-mail decides where to go from here (checklist AUTH-01). */
  async function ask() {
    const answer = await calls.statusOf(email.value.trim())
    if (answer.kind !== 'done') return refuse(answer)
    switch (answer.value) {
      case 'not_exists':
        return register(email.value.trim())
      case 'blocked':
        return wrong(
          'email',
          `This account is blocked. To have it reviewed, ${helpWords(await support(), 'the help page')}.`,
        )
      case 'no_password':
        isWithoutPassword.value = true
        return startCode()
      case 'active':
        if (step.value === 'password') wrong('password', 'Enter your password.')
        step.value = 'password'
    }
  }

  async function startCode() {
    if (await mailed.start()) step.value = 'code'
  }

  async function logIn() {
    if (password.value === '') return ask()
    const entered = await entrance.byPassword(email.value.trim(), password.value)
    if (entered.kind === 'refused' && isPlainNo(entered)) wrong('password', WRONG)
    else if (entered.kind !== 'welcome') refuse(entered)
  }

  async function recover() {
    const answer = await calls.recover(email.value.trim())
    if (answer.kind === 'done') step.value = 'mailed'
    else refuse(answer)
  }

  const withEmail = (run: () => Promise<void>) => async () =>
    isEmail(email.value) ? run() : wrong('email', EMAIL_WANTED)
  const steps: Record<LoginStep, () => Promise<void>> = {
    email: withEmail(ask),
    password: withEmail(logIn),
    code: mailed.logIn,
    forgot: withEmail(recover),
    mailed: async () => {},
  }

  return {
    email,
    password,
    code: mailed.code,
    step,
    isBusy,
    problem,
    isWithoutPassword,
    waitSeconds: wait.seconds,
    resendSeconds: mailed.resendWait.seconds,
    submit: () => alone(() => steps[step.value]()),
    emailCode: () => alone(withEmail(startCode)),
    resend: () => alone(mailed.resend),
    goTo(next) {
      step.value = next
      problem.value = null
      mailed.code.value = ''
    },
    dispose() {
      wait.dispose()
      mailed.resendWait.dispose()
    },
  }
}

interface MailedCodeDeps extends Pick<LoginModelDeps, 'entrance' | 'calls' | 'clock'> {
  email: ReadonlySignal<string>
  tries: ReturnType<typeof createTries>
}

/** The code in the mail: sent, sent again after a while, and the login with what is typed of it. */
function createMailedCode({ entrance, calls, clock, email, tries: { wrong, refuse } }: MailedCodeDeps) {
  const code = signal('')
  const resendWait = createCountdown(clock)
  let handle = 0
  return {
    code,
    resendWait,
    /** Resolves with whether it is on its way. */
    async start(): Promise<boolean> {
      const answer = await calls.startCode(email.value.trim())
      if (answer.kind !== 'done') {
        refuse(answer)
        return false
      }
      handle = answer.value
      code.value = ''
      resendWait.start(CODE_RESEND_MS)
      return true
    },
    async resend() {
      const answer = await calls.sendCode(handle)
      if (answer.kind === 'done') resendWait.start(CODE_RESEND_MS)
      else refuse(answer)
    },
    async logIn() {
      if (code.value.length < 6) return wrong('code', 'Enter the 6 digits of the code.')
      const answer = await calls.checkCode(handle, code.value)
      const entered: Entered =
        answer.kind === 'done' ? await entrance.byCode(email.value.trim(), answer.value) : answer
      if (entered.kind === 'refused') {
        code.value = ''
        wrong('code', entered.errors.code ?? entered.message)
      } else if (entered.kind !== 'welcome') refuse(entered)
    },
  }
}

/** The result of the last call, and whether another call is allowed. */
function createTries(clock: Clock) {
  const isBusy = signal(false)
  const problem = signal<LoginProblem | null>(null)
  const wait = createCountdown(clock)
  const wrong = (field: LoginProblem['field'], message: string) => {
    problem.value = { field, message }
  }
  return {
    isBusy,
    problem,
    wait,
    wrong,
    /** One call at a time, and none during a wait. */
    async alone(run: () => Promise<void>) {
      if (isBusy.value || wait.seconds.value > 0) return
      problem.value = null
      isBusy.value = true
      await run().finally(() => {
        isBusy.value = false
      })
    },
    refuse(refusal: Refusal) {
      if (refusal.kind === 'throttled') wait.start(refusal.retryAfterMs ?? LOGIN_WINDOW_MS)
      const words = refusalWords(refusal)
      if (words === null) return
      const ofEmail = refusal.kind === 'refused' ? refusal.errors.email : undefined
      wrong(ofEmail === undefined ? null : 'email', ofEmail ?? words)
    },
  }
}

const WRONG = 'Email or password is incorrect.'

/** Neither about the captcha nor about an account that may not log in: e-mail and password do not fit. */
const isPlainNo = ({ status, errors }: Extract<Refusal, { kind: 'refused' }>): boolean =>
  errors.recaptcha_token === undefined && (status === 401 || status === 422)
