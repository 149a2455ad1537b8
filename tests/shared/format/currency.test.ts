/** Amounts in the currency of an installation: signs as CLDR has them for en-US, all else as it is in US dollars. */
import { afterEach, describe, expect, test } from 'vitest'
import { CURRENCIES } from '#shared/contract/installation.ts'
import { currencySign, setCurrency } from '#shared/format/currency.ts'
import {
  compactMoney,
  formatCents,
  formatMoney,
  ledgerCents,
  shortMoney,
  typedCents,
} from '#shared/format/money.ts'
import { calculate, DEFAULT_ASSUMPTIONS } from '#shared/rules/deals/calculator.ts'
import { dealsOfCsv } from '#shared/rules/deals/deals-of-csv.ts'
import { rangeLabel } from '#shared/rules/deals/filter-labels.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { valueWords } from '#shared/rules/matching/criterion-labels.ts'

afterEach(() => setCurrency('USD'))

test.each([
  ['USD', '$'],
  ['AUD', 'A$'],
  ['CAD', 'CA$'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['NZD', 'NZ$'],
])('%s has the sign %s before the number, behind a minus', (currency, sign) => {
  setCurrency(currency)
  expect(currencySign()).toBe(sign)
  expect([formatMoney(184_500), formatMoney(-12.5)]).toEqual([`${sign}184,500`, `−${sign}12.50`])
  expect([compactMoney(184_900), compactMoney(-1_240_000)]).toEqual([`${sign}185K`, `−${sign}1.2M`])
  expect([shortMoney(850), shortMoney(184_500), shortMoney(-1_250_000), shortMoney(2e9)]).toEqual([
    `${sign}850`,
    `${sign}184.5K`,
    `−${sign}1.25M`,
    `${sign}2B`,
  ])
  expect([formatCents(99_750), formatCents(50_000)]).toEqual([`${sign}997.50`, `${sign}500`])
  expect([ledgerCents(248_000), ledgerCents(-99_700)]).toEqual([`${sign}2,480.00`, `−${sign}997.00`])
})

test.each(CURRENCIES)('%s is written as ICU writes it in en-US, but for the minus sign', (currency) => {
  setCurrency(currency)
  const icu = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  for (const amount of [0.05, 12.5, 999.99, -1234.56, 1_234_567.89])
    expect(formatMoney(amount)).toBe(icu.format(amount).replace('-', '−'))
})

describe('in euros', () => {
  test('chips, criteria and the calculator say euros', () => {
    setCurrency('EUR')
    expect(rangeLabel('price', { max: 500_000 })).toBe('Up to €500K')
    expect(rangeLabel('price', { min: 100_001, max: 100_002 })).toBe('Price €100,001 – €100,002')
    expect(rangeLabel('ppsf', { max: 120 })).toMatch(/€120$/)
    expect(rangeLabel('spread', { min: -5000, max: 10_000 })).toBe('Spread −€5K to €10K')
    expect(valueWords('usd', -7_000)).toBe('−€7,000')
    const loss = calculate({ ...DEFAULT_ASSUMPTIONS, platform_fee: 0, price: 250_000, arv: 100_000 })
    expect(loss.profit.text).toMatch(/^−€\d/)
  })

  test('a field shows no sign in what is typed', () => {
    setCurrency('EUR')
    expect([typedCents(50_000), typedCents(125_050)]).toEqual(['500', '1,250.50'])
  })
})

test.each([
  ['$150k', 150_000],
  ['€1.2m', 1_200_000],
  ['CA$150,000', 150_000],
  ['-£5', -5],
  ['−£5', -5],
  ['£-5', -5],
  ['150k$', 150_000],
  ['2 million dollars', 2_000_000],
  ['¥5', Number.NaN],
])('%s is typed for %d', (text, amount) => expect(parseMoney(text)).toBe(amount))

test('a price with a sign is read from a file of deals', () => {
  const prices = ['$184,500', 'CA$184,500', '€184500'].map((price) =>
    dealsOfCsv(`address,price\n1 Elm Street,"${price}"`),
  )
  expect(JSON.stringify(prices).match(/184500/g)).toHaveLength(3)
})
