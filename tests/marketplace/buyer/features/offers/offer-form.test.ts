/** What is typed into an offer, what it says, and what is asked to be put right. */
import { describe, expect, it, test } from 'vitest'
import {
  centsOf,
  dayText,
  draftTermsOf,
  emptyForm,
  errorsOf,
  formOf,
  type OfferForm,
  termsOf,
} from '#marketplace/buyer/features/offers/offer-form.ts'

const NOW = new Date(2026, 10, 21, 12).getTime()
const filled = (given: Partial<OfferForm> = {}): OfferForm => ({
  ...emptyForm(NOW, null),
  price: '176,000',
  ...given,
})

test.each([
  ['150k', 15_000_000],
  ['$1.2m', 120_000_000],
  ['176,000', 17_600_000],
  ['99.99', 9999],
  ['', null],
  ['a lot', null],
  ['-5', null],
])('%s is %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})

describe('terms', () => {
  it('are whole once a price is typed: cash, a month to close, two days to answer', () => {
    expect(termsOf(filled(), NOW)).toEqual({
      price_cents: 17_600_000,
      entity_id: null,
      financing: 'cash',
      earnest_money_cents: 0,
      inspection_days: 10,
      closing_on: '2026-12-21',
      contingencies: ['inspection', 'title'],
      is_assignable: false,
      answer_hours: 48,
      note: '',
    })
  })

  it('come back into the form as they were', () => {
    const form = filled({ entityId: 7, earnestMoney: '2.5k', isAssignable: true, note: 'Roof is old.' })
    const again = formOf(draftTermsOf(form), emptyForm(NOW, null))
    expect(draftTermsOf(again)).toEqual(draftTermsOf(form))
  })

  it('of a draft leave out what cannot be read yet', () => {
    const terms = draftTermsOf(filled({ price: '17x', closingOn: '', answerHours: '' }))
    expect(Object.keys(terms)).not.toEqual(expect.arrayContaining(['price_cents']))
    expect(terms).not.toHaveProperty('closing_on')
    expect(terms).toMatchObject({ financing: 'cash', inspection_days: 10 })
  })
})

test.each<[string, Partial<OfferForm>, keyof OfferForm, RegExp]>([
  ['no price', { price: ' ' }, 'price', /^Enter a price\.$/],
  ['a price that is none', { price: 'cheap' }, 'price', /above zero/],
  ['a price of zero', { price: '0' }, 'price', /above zero/],
  ['a price beyond all', { price: '2b' }, 'price', /too high/],
  ['earnest money above the price', { earnestMoney: '200k' }, 'earnestMoney', /more than the price/],
  ['a closing today', { closingOn: dayText(NOW) }, 'closingOn', /after today/],
  ['a closing in two years', { closingOn: '2028-12-01' }, 'closingOn', /within a year/],
  ['half an inspection day', { inspectionDays: '2.5' }, 'inspectionDays', /whole days/],
  ['more than two weeks to answer', { answerHours: '337' }, 'answerHours', /1 to 336/],
  ['a note that is too long', { note: 'x'.repeat(1001) }, 'note', /1000/],
])('%s is said at its field', (_, given, field, words) => {
  const form = filled(given)
  expect(errorsOf(form, NOW)[field]).toMatch(words)
  expect(termsOf(form, NOW)).toBeNull()
})

test('a form that is right says nothing', () => {
  expect(errorsOf(filled({ earnestMoney: '', answerHours: '336', inspectionDays: '0' }), NOW)).toEqual({})
})
