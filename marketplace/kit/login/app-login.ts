/**
 * The login of the seller's app or the console. It survives a reload in an HttpOnly cookie that scripts cannot read. When the session ends,
 * the login is asked for in a dialog over the page. No React.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { solveCaptcha } from '#marketplace/kit/captcha.ts'
import { type Connection, checkedApi } from '#marketplace/kit/connection.ts'
import { csrfToken } from '#marketplace/kit/cookies.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import {
  type AppPerson,
  createLoginSession,
  type LoginSession,
  type LoginState,
} from '#marketplace/kit/login/login-session.ts'
import type { MailedLink } from '#marketplace/kit/login/reset-link.ts'
import { type ConfirmGate, createConfirmGate } from '#marketplace/kit/two-step/confirm-gate.tsx'
import { passkeyLogin, secondStepModel } from '#marketplace/kit/two-step/login-steps.ts'
import { browserPasskeys, type Passkeys } from '#marketplace/kit/two-step/passkeys.ts'
import { createSecurityModel, type SecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import type { StepModel } from '#marketplace/kit/two-step/step-model.ts'

import { ApiError } from '#shared/api/api-error.ts'
import { type Api, createApi } from '#shared/api/client.ts'
import { LOGIN_TIMEOUT_MS } from '#shared/contract/limits.ts'
import type { CSRF_COOKIES } from '#shared/contract/login-limits.ts'
import type { StartedStepWire } from '#shared/contract/second-step.ts'
import type { TwoStepCalls } from '#shared/contract/two-step.ts'

/** A finished login, or the next question. */
export interface LoginAnswer<Person> {
  user?: Person | undefined
  second_step?: StartedStepWire | null | undefined
}

export interface Credentials {
  email: string
  password: string
  recaptcha_token?: string
}

/** With a first password. */
type Accepted = { terms_version?: string }

/** The calls of one of the two apps. */
export interface LoginCalls<Person> {
  who(api: Api): Promise<Person>
  login(api: Api, given: Credentials): Promise<LoginAnswer<Person>>
  twoStep: TwoStepCalls
  logout(api: Api): Promise<unknown>
  recover(api: Api, given: { email: string; recaptcha_token?: string }): Promise<{ message: string }>
  /** Resolves with the person's email. */
  setPassword(api: Api, given: { token: string; password: string } & Accepted): Promise<string>
}

export interface AppLogin<Person> {
  readonly api: Api
  readonly connection: Connection
  readonly state: ReadonlySignal<LoginState<Person>>
  readonly isBusy: ReadonlySignal<boolean>
  readonly errorMessage: ReadonlySignal<string | null>
  /** The second step that is required after a correct password. */
  readonly step: ReadonlySignal<StepModel | null>
  /** The person's own factors. */
  readonly security: SecurityModel
  readonly gate: ConfirmGate
  /** From a mailed link to set a new password, until it is used. */
  readonly mailedLink: ReadonlySignal<MailedLink | null>
  /** What succeeded, e.g. that a mail was sent. */
  readonly notice: ReadonlySignal<string | null>
  /** Headers of an upload, which does not use the API client. */
  readonly csrf: () => string | null
  readonly renewal: { onUnauthorised(): Promise<boolean>; onCsrfMismatch(): Promise<boolean> }
  /** Asks who is logged in; call it once. */
  start(): Promise<void>
  login(email: string, password: string): Promise<void>
  loginWithPasskey(): Promise<void>
  /** Back from the second step to the first. */
  cancelStep(): void
  logout(): Promise<void>
  /** The server has ended this session together with all others. */
  left(): void
  /** Clears the messages of the last attempt. */
  clear(): void
  recover(email: string): Promise<boolean>
  /** With the token of the mailed link. */
  setPassword(password: string, accepted?: Accepted): Promise<boolean>
}

interface AppLoginDeps<Person> {
  origin: string
  connection: Connection
  cookie: (typeof CSRF_COOKIES)[keyof typeof CSRF_COOKIES]
  /** `document.cookie`. */
  cookies: () => string
  calls: LoginCalls<Person>
  /** Another person logged in on this page: nothing of the first may remain. */
  onSwitch: () => void
  mailedLink?: MailedLink | null
  socketId?: () => string | null
  passkeys?: Passkeys
}

const ENDED = 'Your session has ended. Log in to continue. Nothing you typed is lost.'

export function createAppLogin<Person extends AppPerson>(deps: AppLoginDeps<Person>): AppLogin<Person> {
  const { calls, onSwitch, mailedLink: givenLink = null, passkeys = browserPasskeys } = deps
  const mailedLink = signal(givenLink)
  const notice = signal<string | null>(null)
  const step = signal<StepModel | null>(null)
  const { isBusy, errorMessage, attempt } = createAttempts()
  const csrf = () => csrfToken(deps.cookies(), deps.cookie)
  const session = createLoginSession<Person>(() => {
    errorMessage.value = null
    notice.value = ENDED
  })

  const { entry, patient, api, renewal, gate } = createClients({ ...deps, passkeys }, csrf, session)
  const security = createSecurityModel({
    api,
    calls: calls.twoStep,
    passkeys,
    onEnrolled: () => session.setNeedsTwoStep(false),
  })

  const left = () => {
    session.leave()
    step.value = null
  }
  const welcome = (person: Person) => {
    if (session.isOther(person)) return onSwitch()
    notice.value = null
    step.value = null
    session.enter(person)
  }
  const answered = ({ user, second_step }: LoginAnswer<Person>) => {
    if (second_step) step.value = secondStepModel(steps, second_step)
    else if (user) welcome(user)
  }
  const steps = { api: patient, passkeys, calls: calls.twoStep, enter: answered }
  const logIn = async (email: string, password: string) =>
    answered(await withCaptcha(entry, (captcha) => calls.login(patient, { email, password, ...captcha })))

  return {
    api,
    connection: deps.connection,
    state: session.state,
    isBusy,
    errorMessage,
    notice,
    mailedLink,
    csrf,
    renewal,
    left,
    step,
    security,
    gate,
    async start() {
      // Without the cookie there is no session and nothing to ask. A mailed link opens the password form, even during a session.
      if (csrf() === null || givenLink !== null) return left()
      try {
        welcome(await calls.who(entry))
      } catch (error) {
        if (!isRefusedWith(error, 'unauthenticated')) errorMessage.value = errorText(error)
        left()
      }
    },
    login: async (email, password) => void (await attempt(() => logIn(email, password))),
    async loginWithPasskey() {
      errorMessage.value = await passkeyLogin(steps)
    },
    cancelStep() {
      step.value = null
    },
    async logout() {
      // Ends here at once, whatever the server answers; an expired session need not be ended.
      const now = session.state.peek()
      const isLiving = now.kind === 'in' && !now.hasEnded
      left()
      notice.value = null
      if (isLiving) await calls.logout(entry).catch(() => {})
    },
    clear() {
      errorMessage.value = null
      notice.value = null
    },
    recover: (email) =>
      attempt(async () => {
        const { message } = await withCaptcha(entry, (captcha) => calls.recover(entry, { email, ...captcha }))
        notice.value = message
      }),
    setPassword: (password, accepted) =>
      attempt(async () => {
        const token = mailedLink.peek()?.token ?? ''
        const email = await calls.setPassword(entry, { token, password, ...accepted })
        mailedLink.value = null
        await logIn(email, password)
      }),
  }
}

/** One attempt at a time. */
function createAttempts() {
  const isBusy = signal(false)
  const errorMessage = signal<string | null>(null)
  return {
    isBusy,
    errorMessage,
    /** Whether it succeeded; a failure is shown. */
    async attempt(run: () => Promise<void>): Promise<boolean> {
      if (isBusy.peek()) return false
      isBusy.value = true
      errorMessage.value = null
      try {
        await run()
        return true
      } catch (error) {
        errorMessage.value = waitText(error) ?? errorText(error)
        return false
      } finally {
        isBusy.value = false
      }
    },
  }
}

/** The client of the login itself, where a 401 is an answer, and that of everything else, which waits for a new login. */
function createClients<Person extends AppPerson>(
  { origin, connection, socketId, calls, passkeys }: AppLoginDeps<Person> & { passkeys: Passkeys },
  csrf: () => string | null,
  session: LoginSession<Person>,
) {
  const settings = {
    base: `${origin}/customer/api`,
    credentials: 'same-origin' as const,
    headers: (): Record<string, string> => {
      const token = csrf()
      return token === null ? {} : { 'X-XSRF-TOKEN': token }
    },
    ...(socketId ? { socketId } : {}),
  }
  const entry = checkedApi(createApi(settings), connection)
  const patient: Api = (endpoint, input, options) =>
    entry(endpoint, input, { timeoutMs: LOGIN_TIMEOUT_MS, ...options })
  const renewal = {
    onUnauthorised: session.end,
    // Any answer to it sets the cookie again.
    onCsrfMismatch: () =>
      calls.who(entry).then(
        () => true,
        () => false,
      ),
  }
  const gate = createConfirmGate({ api: () => api, calls: calls.twoStep, passkeys })
  const call = checkedApi(createApi({ ...settings, ...renewal, onConfirmIdentity: gate.ask }), connection)
  const api: Api = async (...asked) => {
    try {
      return await call(...asked)
    } catch (error) {
      // It has been required since this page was opened.
      if (isRefusedWith(error, 'two_step_required')) session.setNeedsTwoStep(true)
      throw error
    }
  }
  return { entry, patient, api, renewal, gate }
}

/** Calls once more with a solved captcha when the server asks for one. */
async function withCaptcha<Answer>(
  entry: Api,
  call: (captcha: { recaptcha_token?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call({})
  } catch (error) {
    if (!asksForCaptcha(error)) throw error
    const token = await solveCaptcha(entry)
    return call(token === undefined ? {} : { recaptcha_token: token })
  }
}

const asksForCaptcha = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.failure.kind === 'refused' &&
  error.failure.problem.errors?.recaptcha_token !== undefined

const isRefusedWith = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.problem.code === code

/** Null unless there is a wait. */
function waitText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return null
  const { status, retryAfterMs } = error.failure
  if (status !== 429) return null
  const minutes = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 60_000))
  return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or set a new password.`
}
