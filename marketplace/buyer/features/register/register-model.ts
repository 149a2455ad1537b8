/**
 * The registration form: what is typed, what is wrong with it and when that is said. Fields are looked at when they are left,
 * then with every change; the server's word on a field stands until the field changes. What is typed outlives a reload, but
 * never the password. No React, and no calls but the one handed in.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { createCountdown } from '#marketplace/buyer/platform/countdown.ts'
import type { Entered, Entrance } from '#marketplace/buyer/platform/entrance.ts'
import { EMAIL_WANTED, isEmail, refusalWords } from '#marketplace/buyer/platform/entry-labels.ts'
import type { Referral } from '#marketplace/buyer/platform/referral.ts'
import { ownTextVersion } from '#marketplace/kit/brand.ts'
import { LOGIN_WINDOW_MS, TERMS_VERSION } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { passwordProblem } from '#shared/rules/password.ts'
import { parseNanp } from '#shared/rules/phone.ts'
import type { Draft, DraftStore } from './draft.ts'

/** As the wire calls them: what the server says about a field finds it by its name. */
export const FIELDS = ['first_name', 'last_name', 'email', 'phone', 'password'] as const
export type FieldName = (typeof FIELDS)[number]

export interface RegisterModel {
  readonly values: ReadonlySignal<Readonly<Record<FieldName, string>>>
  readonly smsOptIn: ReadonlySignal<boolean>
  /** What to say under each field now. */
  readonly errors: ReadonlySignal<Readonly<Partial<Record<FieldName, string>>>>
  /** What the server refused, for the summary above the form; empty for none. */
  readonly summary: ReadonlySignal<readonly { field: FieldName | null; message: string }[]>
  readonly isBusy: ReadonlySignal<boolean>
  readonly waitSeconds: ReadonlySignal<number>
  /** Concerns no field, e.g. that the server cannot be reached. */
  readonly problem: ReadonlySignal<string | null>
  change(field: FieldName, value: string): void
  setSmsOptIn(isOn: boolean): void
  /** The field was left. */
  leave(field: FieldName): void
  /** Answers with the first field that is wrong, else null once the server has answered. */
  submit(): Promise<FieldName | null>
  dispose(): void
}

export interface RegisterModelDeps {
  register: Entrance['byRegistration']
  draft: DraftStore
  referral: () => Referral
  clock: Clock
  /** From the login form, where nobody had it. */
  email?: string
}

const EMPTY: Draft = { first_name: '', last_name: '', email: '', phone: '', sms_opt_in: false }

export function createRegisterModel({
  register,
  draft,
  referral,
  clock,
  email,
}: RegisterModelDeps): RegisterModel {
  const { sms_opt_in, ...kept } = { ...EMPTY, ...draft.read(), ...(email ? { email } : {}) }
  const values = signal<Record<FieldName, string>>({ ...kept, password: '' })
  const smsOptIn = signal(sms_opt_in)
  const touched = signal<ReadonlySet<FieldName>>(new Set())
  const refused = signal<Partial<Record<FieldName, string>>>({})
  const summary = signal<readonly { field: FieldName | null; message: string }[]>([])
  const problem = signal<string | null>(null)
  const isBusy = signal(false)
  const wait = createCountdown(clock)

  const errors = computed(() => {
    const own = problemsOf(values.value)
    const shown = FIELDS.flatMap((field) => {
      const text = refused.value[field] ?? (touched.value.has(field) ? own[field] : undefined)
      return text === undefined ? [] : [[field, text] as const]
    })
    return Object.fromEntries(shown)
  })

  const keep = () => {
    const { password: _, ...rest } = values.value
    draft.write({ ...rest, sms_opt_in: smsOptIn.value })
  }

  function take(entered: Entered) {
    if (entered.kind === 'welcome') return draft.clear()
    if (entered.kind === 'throttled') wait.start(entered.retryAfterMs ?? LOGIN_WINDOW_MS)
    if (entered.kind !== 'refused' || Object.keys(entered.errors).length === 0) {
      problem.value = refusalWords(entered)
      return
    }
    refused.value = entered.errors
    summary.value = Object.entries(entered.errors).map(([field, message]) =>
      isField(field)
        ? { field, message }
        : {
            field: null,
            message: field === 'recaptcha_token' ? (refusalWords(entered) ?? message) : message,
          },
    )
  }

  return {
    values,
    smsOptIn,
    errors,
    summary,
    isBusy,
    problem,
    waitSeconds: wait.seconds,
    change(field, value) {
      values.value = { ...values.value, [field]: value }
      if (refused.value[field] !== undefined) refused.value = { ...refused.value, [field]: undefined }
      keep()
    },
    setSmsOptIn(isOn) {
      smsOptIn.value = isOn
      keep()
    },
    leave(field) {
      // Passing through an empty field is no mistake yet.
      if (values.value[field] !== '') touched.value = new Set([...touched.value, field])
    },
    async submit() {
      if (isBusy.value || wait.seconds.value > 0) return null
      touched.value = new Set(FIELDS)
      const wrong = FIELDS.find((field) => errors.value[field] !== undefined)
      if (wrong) return wrong
      summary.value = []
      problem.value = null
      isBusy.value = true
      const entered = await register(bodyOf(values.value, smsOptIn.value, referral()))
      isBusy.value = false
      take(entered)
      return null
    },
    dispose: () => wait.dispose(),
  }
}

function bodyOf(
  { phone, ...values }: Record<FieldName, string>,
  smsOptIn: boolean,
  { utm }: Referral,
): Parameters<Entrance['byRegistration']>[0] {
  return {
    ...values,
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    email: values.email.trim(),
    phone: parseNanp(phone) ?? phone,
    sms_opt_in: smsOptIn,
    terms_version: ownTextVersion('terms') ?? TERMS_VERSION,
    ...(Object.keys(utm).length > 0 ? { utm } : {}),
  }
}

/** What can be said without the server. */
function problemsOf(values: Record<FieldName, string>): Partial<Record<FieldName, string>> {
  const { first_name, last_name, email, phone, password } = values
  return {
    ...(first_name.trim() === '' ? { first_name: 'Enter your first name.' } : {}),
    ...(last_name.trim() === '' ? { last_name: 'Enter your last name.' } : {}),
    ...(isEmail(email) ? {} : { email: EMAIL_WANTED }),
    ...(parseNanp(phone) === null
      ? { phone: 'Enter a US or Puerto Rico mobile number with 10 digits.' }
      : {}),
    ...passwordError(password, { email, names: [first_name, last_name] }),
  }
}

function passwordError(
  password: string,
  owner: Parameters<typeof passwordProblem>[1],
): { password?: string } {
  if (password === '') return { password: 'Enter a password.' }
  const text = passwordProblem(password, owner)
  return text === null ? {} : { password: text }
}

const isField = (name: string): name is FieldName => (FIELDS as readonly string[]).includes(name)
