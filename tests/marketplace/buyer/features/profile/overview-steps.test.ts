import { expect, test } from 'vitest'
import { profileSteps } from '#marketplace/buyer/features/profile/overview-steps.ts'
import { trustItems } from '#marketplace/buyer/features/profile/trust.ts'
import { type Act, NEEDS, type Requirement } from '#shared/contract/requirements.ts'
import * as eg from '#tests/support/eg.ts'

const SET_UP = { hasMarkets: true, hasDeposit: true }

const withState = (state: boolean | null, steps: readonly { key: string; isDone: boolean | null }[]) =>
  steps.filter((step) => step.isDone === state).map((step) => step.key)
const open = (steps: readonly { key: string; isDone: boolean | null }[]) => withState(false, steps)

test('a set-up buyer has the identity and the portrait left', () => {
  expect(open(profileSteps(eg.user(), SET_UP))).toEqual(['identity', 'portrait'])
})

test('a confirmed phone counts only as the default one', () => {
  const phone = { id: 3, number: '+17132840142', isDefault: false, isConfirmed: true, textConsents: {} }
  expect(open(profileSteps(eg.user({ phones: [phone] }), SET_UP))).toContain('phone')
})

test('what could not be loaded is called neither done nor open', () => {
  expect(withState(null, profileSteps(eg.user(), null))).toEqual(['buy-box', 'deposit'])
  expect(open(profileSteps(eg.user(), null))).toEqual(['identity', 'portrait'])
  expect(withState(null, trustItems(eg.user(), null))).toEqual(['entity', 'funds', 'deposit'])
})

test('every step that is left says what it unlocks and where it is done', () => {
  for (const step of profileSteps(eg.user(), null)) {
    expect(step.unlocks).not.toBe('')
    expect(step.href).toMatch(/^\/profile\//)
  }
})

const ACT_WORDS: Readonly<Record<Act, RegExp>> = {
  question: /\bquestions to sellers\b/i,
  firstMessage: /(?<!text )\bmessages\b/i,
  review: /\breviews\b/i,
  visit: /\bvisits\b(?! to hidden)/i,
  visitWithAddress: /\bvisits to hidden addresses\b/i,
  addressRequest: /\baddress requests\b/i,
  offer: /\boffers\b/i,
}

test.each(Object.keys(NEEDS) as Act[])('%s is named at the step that is the last it needs, only', (act) => {
  const needs: readonly Requirement[] = NEEDS[act]
  const named = profileSteps(eg.user(), null)
    .filter(({ key, unlocks }) => (key === 'email' || key === 'phone') && ACT_WORDS[act].test(unlocks))
    .map(({ key }) => key)
  expect(named).toEqual([needs.includes('phone') ? 'phone' : 'email'])
})

test('a phone promises nothing that is open without one', () => {
  const phone = profileSteps(eg.user(), null).find(({ key }) => key === 'phone')
  expect(phone?.unlocks).not.toMatch(/buy box/i)
})

test('trust grows with what is confirmed', () => {
  const verified = eg.user({ identity: { status: 'success', id: 'x', reason: null } })
  const standing = trustItems(verified, { entities: 2, proofs: 1, hasDeposit: true }).filter(
    (item) => item.isDone,
  )
  expect(standing.map(({ key }) => key)).toEqual(['email', 'phone', 'id', 'entity', 'funds', 'deposit'])
})
