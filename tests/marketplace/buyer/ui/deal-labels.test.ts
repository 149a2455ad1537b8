/** What a card says of a deal. */
import { expect, test } from 'vitest'
import {
  dealName,
  headlineOf,
  placeOf,
  spreadPercentText,
  withAddress,
} from '#marketplace/buyer/ui/deal/deal-labels.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'

const DEAL = {
  id: 7,
  price: 184_500,
  status: 'available',
  city: 'Houston',
  state: 'TX',
  zip: '77018',
  address: '2217 Bluebonnet Trail, Houston, TX 77018',
  isAddressHidden: false,
} as DealFacts
const HIDDEN = { ...DEAL, address: 'Third Ward, Houston, TX 77004', isAddressHidden: true } as DealFacts

test('the street heads a card, and below it the town', () => {
  expect([headlineOf(DEAL), placeOf(DEAL)]).toEqual(['2217 Bluebonnet Trail', 'Houston, TX 77018'])
})

test('without the street it says that it is asked for, and below it what may be said', () => {
  expect([headlineOf(HIDDEN), placeOf(HIDDEN)]).toEqual([
    'Address on request',
    'Third Ward, Houston, TX 77004',
  ])
})

test('an address that was granted takes the place of the request', () => {
  const granted = withAddress(HIDDEN, '3318 Rosedale Street, Houston, TX 77004')
  expect([headlineOf(granted), granted.isAddressHidden]).toEqual(['3318 Rosedale Street', false])
  expect(withAddress(HIDDEN, null)).toBe(HIDDEN)
})

test.each([
  ['with its price and status', DEAL, '2217 Bluebonnet Trail, $184,500, available'],
  ['without a price', { ...DEAL, price: null }, '2217 Bluebonnet Trail, available'],
  ['without a street', HIDDEN, 'Address on request in Third Ward, Houston, TX 77004, $184,500, available'],
])('a deal has a name %s', (_, deal, name) => {
  expect(dealName(deal as DealFacts)).toBe(name)
})

test.each([
  [29.3, '29%'],
  [-4.6, '−5%'],
  [null, null],
])('a spread of %s percent reads %s', (spreadPercent, words) => {
  expect(spreadPercentText({ spreadPercent })).toBe(words)
})
