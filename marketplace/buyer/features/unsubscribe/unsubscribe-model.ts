/**
 * Stopping mails: by the signed link of a mail, by who is logged in, or by an e-mail address that a link is mailed to. One
 * press does it, nothing happens by only looking, and everything can be undone (checklist UNS-01 to 05).
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Answer } from '#marketplace/buyer/platform/ask.ts'
import { EMAIL_WANTED, isEmail, refusalWords } from '#marketplace/buyer/platform/entry-labels.ts'
import type { SubscriptionWire } from '#shared/contract/subscriptions.ts'

export type Scope = 'type' | 'all'

export type UnsubscribeStep =
  | { readonly kind: 'checking' }
  | { readonly kind: 'unreachable' }
  /** Whose mails, which of them, and whether they come. */
  | { readonly kind: 'choice'; readonly subscription: SubscriptionWire }
  /** Somebody logged in, without a link: all marketing mails or none. */
  | { readonly kind: 'own'; readonly isStopped: boolean }
  /** No link, or one that is not right: which address is it? */
  | { readonly kind: 'email'; readonly isBadLink: boolean }
  | { readonly kind: 'mailed' }
  | { readonly kind: 'erased' }

export interface UnsubscribeModel {
  readonly step: ReadonlySignal<UnsubscribeStep>
  readonly email: Signal<string>
  readonly isBusy: ReadonlySignal<boolean>
  readonly emailProblem: ReadonlySignal<string | null>
  readonly problem: ReadonlySignal<string | null>
  /** What has just been done, for a status line with its undo; null before. */
  readonly done: ReadonlySignal<{ scope: Scope; isSubscribed: boolean } | null>
  start(): Promise<void>
  set(scope: Scope, isSubscribed: boolean): Promise<void>
  mailLink(): Promise<void>
  /** What companies imported about the address of the link. */
  erase(): Promise<void>
}

export interface UnsubscribeModelDeps {
  /** Null where the address carries none. */
  token: string | null
  isLoggedIn: () => boolean
  show: (token: string) => Promise<Answer<SubscriptionWire>>
  change: (input: {
    token?: string
    scope: Scope
    is_subscribed: boolean
    is_erased?: boolean
  }) => Promise<Answer<unknown>>
  mail: (email: string) => Promise<Answer<unknown>>
}

export function createUnsubscribeModel(deps: UnsubscribeModelDeps): UnsubscribeModel {
  const { token } = deps
  const step = signal<UnsubscribeStep>({ kind: 'checking' })
  const email = signal('')
  const isBusy = signal(false)
  const emailProblem = signal<string | null>(null)
  const problem = signal<string | null>(null)
  const done = signal<{ scope: Scope; isSubscribed: boolean } | null>(null)

  async function alone(run: () => Promise<void>) {
    if (isBusy.value) return
    problem.value = null
    isBusy.value = true
    await run().finally(() => {
      isBusy.value = false
    })
  }

  function took(scope: Scope, isSubscribed: boolean) {
    done.value = { scope, isSubscribed }
    const { value } = step
    if (value.kind === 'own') step.value = { kind: 'own', isStopped: !isSubscribed }
    if (value.kind !== 'choice') return
    const subscription = {
      ...value.subscription,
      is_subscribed: isSubscribed,
      is_subscribed_to_any:
        scope === 'all' ? isSubscribed : value.subscription.is_subscribed_to_any || isSubscribed,
    }
    step.value = { kind: 'choice', subscription }
  }

  return {
    step,
    email,
    isBusy,
    emailProblem,
    problem,
    done,
    async start() {
      if (token === null) {
        step.value = deps.isLoggedIn()
          ? { kind: 'own', isStopped: false }
          : { kind: 'email', isBadLink: false }
        return
      }
      step.value = { kind: 'checking' }
      const shown = await deps.show(token)
      if (shown.kind === 'done') step.value = { kind: 'choice', subscription: shown.value }
      else if (shown.kind === 'refused') step.value = { kind: 'email', isBadLink: true }
      else step.value = { kind: 'unreachable' }
    },
    set: (scope, isSubscribed) =>
      alone(async () => {
        const input = { scope, is_subscribed: isSubscribed, ...(token === null ? {} : { token }) }
        const changed = await deps.change(input)
        if (changed.kind === 'done') took(scope, isSubscribed)
        else problem.value = refusalWords(changed) ?? TOO_MANY
      }),
    erase: () =>
      alone(async () => {
        const input = { scope: 'all', is_subscribed: false, is_erased: true } as const
        const erased = await deps.change({ ...input, ...(token === null ? {} : { token }) })
        if (erased.kind === 'done') step.value = { kind: 'erased' }
        else problem.value = refusalWords(erased) ?? TOO_MANY
      }),
    mailLink: () =>
      alone(async () => {
        emailProblem.value = isEmail(email.value) ? null : EMAIL_WANTED
        if (emailProblem.value !== null) return
        const mailed = await deps.mail(email.value.trim())
        if (mailed.kind === 'done') step.value = { kind: 'mailed' }
        else problem.value = refusalWords(mailed) ?? TOO_MANY
      }),
  }
}

const TOO_MANY = 'Too many tries. Try again in a minute.'
