/** Terms completed and compared, the clock, the gate's words, the way to closing. */
import { describe, expect, test } from 'vitest'
import type { OfferTerms } from '#shared/contract/offer-terms.ts'
import { stepsDue } from '#shared/rules/offers/closing-steps.ts'
import { expiresAtMs, isOverdue, remindAtMs } from '#shared/rules/offers/offer-clock.ts'
import { type GateFacts, gateRefusal, gateSteps } from '#shared/rules/offers/offer-gate.ts'
import { completeTerms, mergeTerms, termChanges } from '#shared/rules/offers/terms.ts'

const TODAY = '2026-03-01'
const HOUR_MS = 3_600_000
const terms: OfferTerms = {
  price_cents: 10_000_000,
  entity_id: null,
  financing: 'cash',
  earnest_money_cents: 100_000,
  inspection_days: 7,
  closing_on: '2026-03-31',
  contingencies: ['inspection', 'title'],
  is_assignable: false,
  answer_hours: 24,
  note: 'Hi',
}

describe('terms', () => {
  test('of which only price and closing day were said have a plain meaning', () => {
    expect(completeTerms({ price_cents: 5, closing_on: TODAY }, TODAY)).toEqual({
      terms: {
        price_cents: 5,
        closing_on: TODAY,
        entity_id: null,
        financing: 'cash',
        earnest_money_cents: 0,
        inspection_days: 0,
        contingencies: [],
        is_assignable: false,
        answer_hours: 48,
        note: '',
      },
    })
  })

  test.each([
    { what: 'no price', said: { closing_on: TODAY }, field: 'price_cents' },
    { what: 'no closing day', said: { price_cents: 5 }, field: 'closing_on' },
    {
      what: 'a closing day that is past',
      said: { price_cents: 5, closing_on: '2026-02-28' },
      field: 'closing_on',
    },
    { what: 'a day that is none', said: { price_cents: 5, closing_on: '2026-02-30' }, field: 'closing_on' },
    {
      what: 'more earnest money than price',
      said: { ...terms, earnest_money_cents: 10_000_001 },
      field: 'earnest_money_cents',
    },
  ])('with $what are not complete', ({ said, field }) => {
    const completed = completeTerms(said, TODAY)
    expect('problems' in completed && Object.keys(completed.problems)).toEqual([field])
  })

  test('that are said anew replace what was said, and the rest stays', () => {
    const merged = mergeTerms(terms, { price_cents: 9_000_000, note: '' })
    expect(merged).toEqual({ ...terms, price_cents: 9_000_000, note: '' })
  })

  test('are compared in the order of the form, contingencies without regard to theirs', () => {
    const other: OfferTerms = {
      ...terms,
      note: '',
      price_cents: 9_000_000,
      contingencies: ['title', 'inspection'],
    }
    expect(termChanges(terms, other)).toEqual([
      { name: 'price_cents', before: 10_000_000, after: 9_000_000 },
      { name: 'note', before: 'Hi', after: '' },
    ])
  })
})

describe('the clock', () => {
  test('gives the other side the hours of the terms, and the buyer two days to confirm', () => {
    expect(expiresAtMs('submitted', terms, 0)).toBe(24 * HOUR_MS)
    expect(expiresAtMs('accepted', terms, 0)).toBe(48 * HOUR_MS)
    expect(expiresAtMs('confirmed', terms, 0)).toBeNull()
  })

  test('reminds when a quarter of the time is left', () => {
    expect(remindAtMs('countered', terms, 24 * HOUR_MS)).toBe(18 * HOUR_MS)
    expect(remindAtMs('accepted', terms, 48 * HOUR_MS)).toBe(36 * HOUR_MS)
  })

  test('is up at its hour, and runs for nobody once it is binding', () => {
    expect(isOverdue('submitted', 1000, 999)).toBe(false)
    expect(isOverdue('submitted', 1000, 1000)).toBe(true)
    expect(isOverdue('confirmed', 1000, 2000)).toBe(false)
  })
})

describe('the gate', () => {
  const open: GateFacts = {
    hasDeposit: true,
    activeOffers: 3,
    offersPerDeposit: 4,
    funds: 'there',
    proofRule: 'reviewed',
    needsIdentity: false,
    isIdentityVerified: false,
    deal: 'open',
  }

  test('lets a buyer through who has everything, and asks for an identity only where the seller does', () => {
    expect(gateRefusal(open)).toBeNull()
    expect(gateSteps(open, { email: true, phone: true }).map(({ step }) => step)).not.toContain('identity')
    expect(gateRefusal({ ...open, needsIdentity: true })?.code).toBe('identity')
  })

  test('names every step that is missing, and refuses for the most telling', () => {
    const facts: GateFacts = {
      ...open,
      hasDeposit: false,
      activeOffers: 4,
      deal: 'sold',
    }
    const missing = gateSteps(facts, { email: false, phone: true }).filter(({ is_met }) => !is_met)
    expect(missing.map(({ step }) => step)).toEqual(['email', 'deposit', 'slots', 'deal'])
    expect(missing.every(({ words }) => words?.endsWith('.'))).toBe(true)
    expect(gateRefusal(facts)?.code).toBe('deal_closed')
    expect(gateRefusal({ ...facts, deal: 'open' })?.code).toBe('no_deposit')
  })
})

test('the way to closing ends on the day that was agreed, and no step is due after it', () => {
  const due = stepsDue({ ...terms, inspection_days: 60 }, Date.parse('2026-03-28T12:00:00Z'))
  expect(due).toEqual({
    contract_signed: '2026-03-31',
    title_opened: '2026-03-31',
    escrow_opened: '2026-03-31',
    inspection: '2026-03-31',
    funded: '2026-03-31',
    closed: '2026-03-31',
  })
})
