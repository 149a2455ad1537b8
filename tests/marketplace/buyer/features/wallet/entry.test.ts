import { describe, expect, it } from 'vitest'
import { amountProblem, readCents } from '#marketplace/buyer/features/wallet/amount-entry.ts'
import { cardExpiry, expiryWords } from '#marketplace/buyer/features/wallet/card-expiry.ts'
import { refundBlock } from '#marketplace/buyer/features/wallet/deposit-model.ts'
import { cardWords, declineWords, signedCents } from '#marketplace/buyer/features/wallet/labels.ts'
import { filterText, readFilter, statementFile } from '#marketplace/buyer/features/wallet/statement-model.ts'
import { DECLINE_CODES } from '#shared/contract/money.ts'

describe('an amount that is typed', () => {
  it.each([
    ['500', 50_000],
    ['$997.50', 99_750],
    ['CA$ 997.50', 99_750],
    ['€997.50', 99_750],
    ['1,250', 125_000],
    ['1,250.5', 125_050],
    [' 0.07 ', 7],
    ['1,2', null],
    ['12.345', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
  ])('%j is %j cents', (typed, cents) => {
    expect(readCents(typed)).toBe(cents)
  })

  const bounds = { minCents: 1000, maxCents: 2_500_000 }

  it.each([
    ['', 'Enter an amount.'],
    ['lots', 'Enter an amount like 250 or 1,250.50.'],
    ['9.99', 'Minimum $10.'],
    ['25000.01', 'Maximum $25,000 per payment.'],
    ['10', null],
    ['25,000', null],
  ])('%j is told: %s', (typed, problem) => {
    expect(amountProblem(typed, bounds)).toBe(problem)
  })

  it.each([
    ['', 'Enter an amount.'],
    ['0', 'Enter an amount above $0.'],
    ['0.01', null],
    ['9.99', null],
    ['30,000', null],
  ])('without limits of the server %j has the message %s', (typed, problem) => {
    expect(amountProblem(typed, null)).toBe(problem)
  })
})

describe('a card', () => {
  const nowMs = Date.UTC(2025, 5, 30, 23, 59)

  it.each([
    [5, 2025, 'expired'],
    [6, 2025, 'soon'],
    [7, 2025, 'soon'],
    [8, 2025, 'good'],
    [1, 2026, 'good'],
    [12, 2024, 'expired'],
  ])('that expires %i/%i is %s at the end of June 2025', (exp_month, exp_year, expiry) => {
    expect(cardExpiry({ exp_month, exp_year }, nowMs)).toBe(expiry)
  })

  it('is named by brand and last digits, its month with two', () => {
    expect(cardWords({ brand: 'visa', last_four: '4417' })).toBe('Visa ending 4417')
    expect(cardWords({ brand: 'JCB', last_four: '0505' })).toBe('JCB ending 0505')
    expect(expiryWords({ exp_month: 9, exp_year: 2027 })).toBe('09/27')
  })

  it('that was turned down says for each reason what to do, and never the reason’s code', () => {
    const said = DECLINE_CODES.map(declineWords)
    expect(new Set(said).size).toBe(DECLINE_CODES.length)
    for (const words of said) expect(words).toMatch(/^[A-Z][^_]+\. [A-Z][^_]+\.$/)
  })
})

describe('the statement’s filter', () => {
  it('stands in the address and is read back', () => {
    const filter = { kind: 'top_up', from: '2025-05-01', to: null, page: 3 } as const
    expect(filterText(filter)).toBe('kind=top_up&from=2025-05-01&page=3')
    expect(readFilter(new URLSearchParams(filterText(filter)))).toEqual(filter)
  })

  it('leaves out what is none', () => {
    expect(readFilter(new URLSearchParams('kind=gift&from=yesterday&page=-1'))).toEqual({
      kind: null,
      from: null,
      to: null,
      page: 1,
    })
  })

  it('goes into the file, whose pages there are none of', () => {
    expect(statementFile(7, { kind: 'platform_fee', from: null, to: null, page: 2 })).toBe(
      '/customer/api/customers/7/transactions.csv?kind=platform_fee',
    )
  })
})

it('amounts of a statement carry their sign and both digits', () => {
  expect([150_000, -99_700, 0].map(signedCents)).toEqual(['+$1,500.00', '−$997.00', '$0.00'])
})

describe('asking the deposit back', () => {
  it.each([
    ['free', { state: 'current', active_offers_count: 0 }, null],
    ['with an offer on it', { state: 'current', active_offers_count: 1 }, /^In use by 1 active offer\./],
    ['with three', { state: 'current', active_offers_count: 3 }, /^In use by 3 active offers\./],
    ['that waits for its card', { state: 'pending', active_offers_count: 0 }, /not complete yet/],
    ['asked for already', { state: 'refund_requested', active_offers_count: 0 }, /on its way/],
    [
      'that is to be kept',
      { state: 'current', active_offers_count: 0, forfeit: { reason: 'x', decided_after: 'x' } },
      /object below/,
    ],
  ] as const)('%s', (_, deposit, said) => {
    const block = refundBlock(deposit)
    if (said === null) expect(block).toBeNull()
    else expect(block).toMatch(said)
  })
})
