/** Where a row of Today is, what its clock reads, and where it leads. */
import { expect, test } from 'vitest'
import { groupsOf, placeOf } from '#marketplace/seller/today/today-groups.ts'
import { hashOf, placeOfHash } from '#shared/contract/seller-places.ts'
import type { TodayItemWire, TodayKind } from '#shared/contract/seller-today.ts'

/** Tuesday, 3 PM in Houston. */
const NOW = { nowMs: Date.parse('2025-06-10T20:00:00Z'), zone: 'America/Chicago' }
const MINUTE_MS = 60_000

const item = (kind: TodayKind, minutes: number, more: Partial<TodayItemWire> = {}): TodayItemWire => ({
  kind,
  id: 7,
  at: new Date(NOW.nowMs + minutes * MINUTE_MS).toISOString(),
  ...more,
})
const shown = (one: TodayItemWire) => {
  const [found] = groupsOf([one], NOW)
  const clock = found?.rows[0]?.clock
  return [found?.group, clock?.text, clock?.tone]
}
const HOUR = 60
const DAY = 24 * HOUR

test.each<[string, TodayItemWire, unknown[]]>([
  ['with time left', item('message', 38), ['hour', '38m', 'plain']],
  ['under ten minutes', item('offer', 6), ['hour', '6m', 'soon']],
  ['that is late', item('offer', -49), ['late', '49m late', 'late']],
  ['that is hours late', item('question', -3.5 * HOUR), ['late', '3h late', 'late']],
  ['that is days late', item('address_request', -50 * HOUR), ['late', '2d late', 'late']],
  ['due later today', item('message', 2 * HOUR), ['today', '5:00 PM', 'plain']],
  ['due after midnight', item('message', 17 * HOUR), ['week', 'Wed', 'plain']],
  ['that runs out unless the buyer answers', item('buyer_answer', 2 * HOUR), ['today', '5:00 PM', 'plain']],
  ['that runs out now is not the seller’s delay', item('buyer_answer', -1), ['hour', '0m', 'soon']],
  ['of an open house', item('open_house', 4 * DAY), ['week', 'Sat', 'plain']],
  ['of an open house that is on', item('open_house', -30), ['hour', 'Now', 'plain']],
  ['of a step today', item('step', 0, { at: null, on: '2025-06-10' }), ['today', 'Today', 'plain']],
  ['of a late step', item('step', 0, { at: null, on: '2025-06-08' }), ['late', '1d late', 'late']],
  ['in a week', item('listing', 7 * DAY), ['week', 'Jun 17', 'plain']],
  ['that ran out', item('offer_ran_out', -2 * DAY), ['out', 'Jun 8', 'plain']],
])('a row %s', (_, one, expected) => {
  expect(shown(one)).toEqual(expected)
})

test('what is late is first, and what ran out is after what is due', () => {
  const rows = [
    item('listing_ran_out', -DAY, { id: 1 }),
    item('message', 5, { id: 2 }),
    item('listing', 3 * DAY, { id: 3 }),
    item('offer', -49, { id: 4 }),
    item('offer_ran_out', -60, { id: 5 }),
  ]
  expect(groupsOf(rows, NOW).map(({ group, rows: some }) => [group, some.map((row) => row.item.id)])).toEqual(
    [
      ['late', [4]],
      ['hour', [2]],
      ['week', [3]],
      ['out', [5, 1]],
    ],
  )
})

test.each<[TodayKind, string]>([
  ['message', '#messages/7'],
  ['question', '#messages/7'],
  ['address_request', '#requests/12'],
  ['offer', '#offers/all/7'],
  ['signature', '#offers/all/7'],
  ['buyer_answer', '#offers/all/7'],
  ['step', '#offers/all/7'],
  ['open_house', '#deals/12'],
  ['listing', '#deals/7'],
  ['offer_ran_out', '#offers/all/7'],
  ['listing_ran_out', '#deals/7'],
])('%s leads to %s', (kind, hash) => {
  const place = placeOf(item(kind, 0, { property: { id: 12, name: '9 Elm St' } }))
  expect(hashOf(place)).toBe(hash)
  expect(placeOfHash(hash)).toEqual(place)
})

test('Today and the requests have addresses, and an unknown one still leads to the messages', () => {
  expect(placeOfHash('#today')).toEqual({ kind: 'today' })
  expect(placeOfHash('#requests')).toEqual({ kind: 'requests', dealId: null })
  expect(placeOfHash('')).toEqual({ kind: 'messages' })
})
