/** One's own passkeys, authenticator apps and recovery codes. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import type { TwoStepCalls, TwoStepWire } from '#shared/contract/two-step.ts'
import type { Passkeys } from './passkeys.ts'

export interface AppOffer {
  id: number
  secret: string
  uri: string
}

export interface SecurityModel {
  /** Null while it is loading. */
  readonly twoStep: ReadonlySignal<TwoStepWire | null>
  /** The app that is being added. */
  readonly offer: ReadonlySignal<AppOffer | null>
  /** To be shown once; null when there are none to show. */
  readonly recoveryCodes: ReadonlySignal<readonly string[] | null>
  readonly isBusy: ReadonlySignal<boolean>
  readonly errors: ReadonlySignal<Readonly<Record<string, string>>>
  readonly problem: ReadonlySignal<string | null>
  readonly hasPasskeys: boolean
  load(): Promise<boolean>
  startApp(): Promise<boolean>
  cancelApp(): void
  confirmApp(given: { code: string; name: string }): Promise<boolean>
  addPasskey(name: string): Promise<boolean>
  rename(factor: number, name: string): Promise<boolean>
  remove(factor: number): Promise<boolean>
  renewRecoveryCodes(): Promise<boolean>
  /** The person has kept the recovery codes. */
  closeRecoveryCodes(): void
}

interface SecurityDeps {
  api: Api
  calls: TwoStepCalls
  passkeys: Passkeys
  /** Ran when somebody who had to set up a factor has done so. */
  onEnrolled?: () => void
}

export function createSecurityModel({ api, calls, passkeys, onEnrolled }: SecurityDeps): SecurityModel {
  const twoStep = signal<TwoStepWire | null>(null)
  const offer = signal<AppOffer | null>(null)
  const recoveryCodes = signal<readonly string[] | null>(null)
  const isBusy = signal(false)
  const errors = signal<Readonly<Record<string, string>>>({})
  const problem = signal<string | null>(null)
  let isEnrolling = false

  /** `work` resolves with what is wrong when it was not the server that refused. */
  const act = async (work: () => Promise<string | null>): Promise<boolean> => {
    isBusy.value = true
    const done = await attempt(work())
    const { fields, message } =
      done.kind === 'failed' ? sayFailure(done.failure) : { fields: {}, message: done.value }
    batch(() => {
      isBusy.value = false
      errors.value = fields
      problem.value = message ?? fields.passkey ?? fields.challenge ?? null
    })
    return done.kind === 'done' && done.value === null
  }
  const take = (next: TwoStepWire, codes: readonly string[] | null | undefined): null => {
    batch(() => {
      twoStep.value = next
      offer.value = null
      if (codes) recoveryCodes.value = codes
    })
    return null
  }

  return {
    twoStep,
    offer,
    recoveryCodes,
    isBusy,
    errors,
    problem,
    hasPasskeys: passkeys.isSupported(),
    load: () =>
      act(async () => {
        twoStep.value = (await api(calls.twoStep, {})).data
        isEnrolling = twoStep.value.is_enrolling
        return null
      }),
    startApp: () =>
      act(async () => {
        offer.value = (await api(calls.offerApp, {})).data
        return null
      }),
    cancelApp() {
      batch(() => {
        offer.value = null
        errors.value = {}
        problem.value = null
      })
    },
    confirmApp: (body) =>
      act(async () => {
        const app = offer.peek()?.id ?? 0
        const { data } = await api(calls.confirmApp, { params: { app }, body })
        return take(data.two_step, data.recovery_codes)
      }),
    addPasskey: (name) =>
      act(async () => {
        const { data: started } = await api(calls.startPasskey, {})
        const passkey = await passkeys.create(started.passkey)
        if (passkey === 'known') return 'This device already has a passkey for this login.'
        if (passkey === null) return 'No passkey was made. Try again when you are ready.'
        const body = { challenge: started.challenge, name, passkey }
        const { data } = await api(calls.addPasskey, { body })
        return take(data.two_step, data.recovery_codes)
      }),
    rename: (factor, name) =>
      act(async () =>
        take((await api(calls.renameFactor, { params: { factor }, body: { name } })).data, null),
      ),
    remove: (factor) =>
      act(async () => take((await api(calls.removeFactor, { params: { factor } })).data, null)),
    renewRecoveryCodes: () =>
      act(async () => {
        const { data } = await api(calls.renewRecoveryCodes, {})
        return take(data.two_step, data.recovery_codes)
      }),
    closeRecoveryCodes() {
      recoveryCodes.value = null
      if (!isEnrolling) return
      isEnrolling = false
      onEnrolled?.()
    },
  }
}
