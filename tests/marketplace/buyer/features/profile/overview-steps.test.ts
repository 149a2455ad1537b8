import { expect, test } from 'vitest'
import { profileSteps } from '#marketplace/buyer/features/profile/overview-steps.ts'
import { trustItems } from '#marketplace/buyer/features/profile/trust.ts'
import * as eg from '#tests/support/eg.ts'

const SET_UP = { hasMarkets: true, hasDeposit: true }

const open = (steps: readonly { key: string; isDone: boolean }[]) =>
  steps.filter((step) => !step.isDone).map((step) => step.key)

test('a set-up buyer has the identity and the portrait left', () => {
  expect(open(profileSteps(eg.user(), SET_UP))).toEqual(['identity', 'portrait'])
})

test('a confirmed phone counts only as the default one', () => {
  const phone = { id: 3, number: '+17132840142', isDefault: false, isConfirmed: true, isOptedIn: false }
  expect(open(profileSteps(eg.user({ phones: [phone] }), SET_UP))).toContain('phone')
})

test('a buy box and a deposit that could not be asked for are not called done', () => {
  expect(open(profileSteps(eg.user(), null))).toEqual(['buy-box', 'deposit', 'identity', 'portrait'])
})

test('every step that is left says what it unlocks and where it is done', () => {
  for (const step of profileSteps(eg.user(), null)) {
    expect(step.unlocks).not.toBe('')
    expect(step.href).toMatch(/^\/profile\//)
  }
})

test('trust grows with what is confirmed', () => {
  const verified = eg.user({ identity: { status: 'success', id: 'x', reason: null } })
  const standing = trustItems(verified, { entities: 2, proofs: 1, hasDeposit: true }).filter(
    (item) => item.isDone,
  )
  expect(standing.map(({ key }) => key)).toEqual(['email', 'phone', 'id', 'entity', 'funds', 'deposit'])
})
