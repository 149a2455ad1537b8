/** What the two-step pages of the seller's app and the console do with the server's answers. */
import { describe, expect, it } from 'vitest'
import { createConfirmGate } from '#marketplace/kit/two-step/confirm-gate.tsx'
import { passkeyLogin, secondStepModel } from '#marketplace/kit/two-step/login-steps.ts'
import type { Passkeys } from '#marketplace/kit/two-step/passkeys.ts'
import { createSecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import { sellerTwoStep } from '#shared/contract/two-step.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const STEP = { challenge: 'the challenge', expires_at: '2026-06-10T09:52:00.000000Z', passkey: {} }
const ASSERTION = {
  id: 'a',
  rawId: 'a',
  type: 'public-key' as const,
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
}
const NO_DEVICE: Passkeys = { isSupported: () => false, get: async () => null, create: async () => null }
const WITH_DEVICE: Passkeys = { ...NO_DEVICE, isSupported: () => true, get: async () => ASSERTION }
const SAM = {
  id: 5,
  name: 'Sam',
  email: 'sam@plat.example',
  role: 'administrator',
  account: { id: 1, title: 'Lone Star' },
}
const ME = { user: SAM, second_step: null }
const done = (data: unknown): Scripted => ({ data })
const invalid = (errors: Record<string, string[]>) => refused(422, 'Invalid.', { errors })
const NOTHING = { factors: [], recovery_codes_left: 0, is_required: true, is_enrolling: true }
const ONE_APP = {
  ...NOTHING,
  factors: [{ id: 1, kind: 'app', name: 'Phone', created_at: STEP.expires_at, last_used_at: null }],
  recovery_codes_left: 10,
}

function setUp(answers: Scripted[], passkeys: Passkeys = NO_DEVICE) {
  const { api, calls } = scriptedApi(answers)
  const entered: unknown[] = []
  const enter = (answer: unknown) => void entered.push(answer)
  return { deps: { api, passkeys, calls: sellerTwoStep, enter }, calls, entered }
}

describe('the second step of a login', () => {
  it('sends what was typed with its challenge, and enters', async () => {
    const { deps, calls, entered } = setUp([done(ME)])
    await secondStepModel(deps, STEP).answer(' 123456 ')
    expect(calls[0]?.body).toEqual({ challenge: 'the challenge', code: '123456' })
    expect(entered).toMatchObject([{ user: { id: 5 } }])
  })

  it('shows a wrong code at its field, and takes the next one', async () => {
    const { deps, entered } = setUp([invalid({ code: ['Not this code.'] }), done(ME)])
    const step = secondStepModel(deps, STEP)
    await step.answer('000000')
    expect([step.error.value, step.problem.value, entered]).toEqual(['Not this code.', null, []])
    await step.answer('123456')
    expect([step.error.value, entered.length]).toEqual([null, 1])
  })

  it('shows an expired challenge above the fields', async () => {
    const { deps } = setUp([invalid({ challenge: ['Log in again.'] })])
    const step = secondStepModel(deps, STEP)
    await step.answer('123456')
    expect([step.error.value, step.problem.value]).toEqual([null, 'Log in again.'])
  })

  it('sends a recovery code as one, and forgets the message of the other field', async () => {
    const { deps, calls } = setUp([invalid({ code: ['Not this code.'] }), done(ME)])
    const step = secondStepModel(deps, STEP)
    await step.answer('000000')
    step.show('recovery_code')
    expect(step.error.value).toBeNull()
    await step.answer('abcd-efgh')
    expect(calls[1]?.body).toEqual({ challenge: 'the challenge', recovery_code: 'abcd-efgh' })
  })

  it('sends nothing when the person closes the passkey dialog', async () => {
    const { deps, calls } = setUp([])
    const step = secondStepModel(deps, STEP)
    await step.answerWithPasskey()
    expect(calls).toEqual([])
    expect(step.problem.value).toMatch(/^No passkey was used/)
  })
})

describe('a login with a passkey alone', () => {
  it('enters', async () => {
    const { deps, calls, entered } = setUp([done(STEP), done(ME)], WITH_DEVICE)
    expect(await passkeyLogin(deps)).toBeNull()
    expect(calls[1]?.body).toEqual({ challenge: 'the challenge', passkey: ASSERTION })
    expect(entered).toHaveLength(1)
  })

  it.each<[string, Scripted[], Passkeys, RegExp]>([
    ['closed the dialog', [done(STEP)], NO_DEVICE, /^No passkey was used/],
    ['used one of nobody', [done(STEP), invalid({ passkey: ['Unknown.'] })], WITH_DEVICE, /^Unknown\.$/],
    ['is offline', [OFFLINE], WITH_DEVICE, /cannot be reached/],
  ])('says what to do to somebody who %s', async (_who, answers, passkeys, words) => {
    const { deps, entered } = setUp(answers, passkeys)
    expect(await passkeyLogin(deps)).toMatch(words)
    expect(entered).toEqual([])
  })
})

describe('the set-up of second factors', () => {
  const model = (answers: Scripted[], passkeys = NO_DEVICE) => {
    const { api, calls } = scriptedApi(answers)
    const enrolled: true[] = []
    const onEnrolled = () => void enrolled.push(true)
    return {
      security: createSecurityModel({ api, calls: sellerTwoStep, passkeys, onEnrolled }),
      calls,
      enrolled,
    }
  }

  it('is over only once the recovery codes have been kept', async () => {
    const { security, enrolled } = model([
      done(NOTHING),
      { data: { id: 1, secret: 'S', uri: 'otpauth://x' } },
      done({ two_step: ONE_APP, recovery_codes: ['one', 'two'] }),
    ])
    await security.load()
    await security.startApp()
    expect(await security.confirmApp({ code: '123456', name: 'Phone' })).toBe(true)
    expect(security.offer.value).toBeNull()
    expect(security.recoveryCodes.value).toEqual(['one', 'two'])
    expect(enrolled).toEqual([])
    security.closeRecoveryCodes()
    expect([security.recoveryCodes.value, enrolled]).toEqual([null, [true]])
  })

  it('keeps the offered app after a wrong code, whose message is forgotten with it', async () => {
    const offer = { id: 1, secret: 'S', uri: 'otpauth://x' }
    const { security } = model([{ data: offer }, invalid({ code: ['Not this code.'] })])
    await security.startApp()
    expect(await security.confirmApp({ code: '000000', name: 'Phone' })).toBe(false)
    expect([security.offer.value, security.errors.value]).toEqual([offer, { code: 'Not this code.' }])
    security.cancelApp()
    expect([security.offer.value, security.errors.value]).toEqual([null, {}])
  })

  it.each([
    ['known', /already has a passkey/],
    [null, /^No passkey was made/],
  ] as const)('says why no passkey was added: %s', async (made, words) => {
    const started = done({ challenge: 'c', passkey: {} })
    const { security, calls } = model([started], { ...NO_DEVICE, create: async () => made })
    expect(await security.addPasskey('Laptop')).toBe(false)
    expect(security.problem.value).toMatch(words)
    expect(calls).toHaveLength(1)
  })

  it('says why the last factor stays', async () => {
    const { security } = model([refused(409, 'The last one stays.')])
    expect(await security.remove(1)).toBe(false)
    expect([security.problem.value, security.isBusy.value]).toEqual(['The last one stays.', false])
  })
})

describe('"Confirm it’s you"', () => {
  const gate = (answers: Scripted[]) => {
    const { api, calls } = scriptedApi(answers)
    return { gate: createConfirmGate({ api: () => api, calls: sellerTwoStep, passkeys: NO_DEVICE }), calls }
  }
  const asksCode = done({ step: STEP, asks_password: false })

  it('opens one dialog for two refused calls, and lets both go on', async () => {
    const { gate: one, calls } = gate([asksCode, {}])
    const both = Promise.all([one.ask(), one.ask()])
    await expect.poll(() => one.open.value?.field.value).toBe('code')
    await one.open.value?.answer('123456')
    expect(await both).toEqual([true, true])
    expect(calls).toHaveLength(2)
    expect(one.open.value).toBeNull()
  })

  it('asks for the password where there is no second factor', async () => {
    const { gate: one } = gate([done({ step: STEP, asks_password: true })])
    void one.ask()
    await expect.poll(() => one.open.value?.field.value).toBe('password')
  })

  it('stays open after a wrong answer; closed, the calls fail, and the next one asks again', async () => {
    const { gate: one, calls } = gate([asksCode, invalid({ code: ['Not this code.'] }), asksCode])
    const asked = one.ask()
    await expect.poll(() => one.open.value).not.toBeNull()
    await one.open.value?.answer('000000')
    expect(one.open.value?.error.value).toBe('Not this code.')
    one.cancel()
    expect(await asked).toBe(false)
    void one.ask()
    await expect.poll(() => calls.length).toBe(3)
  })

  it('lets the call fail when no step can be started', async () => {
    expect(await gate([OFFLINE]).gate.ask()).toBe(false)
  })
})
