/** Open, snoozed, done and archived conversations: which is where, in which order, and what a snooze can be until. */

import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { boxOf, inOrder, nextWake, snoozeChoices } from '#marketplace/seller/inbox/boxes.ts'
import { createSetAside } from '#marketplace/seller/inbox/set-aside.ts'
import { untilText } from '#marketplace/seller/inbox/set-aside-labels.ts'
import type { SellerChat } from '#marketplace/seller/seller-model.ts'
import { createFakeApi, nothing } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const NOW = Date.parse('2026-03-10T15:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

const chat = (id: number, lastMinutes: number, more: Partial<SellerChat> = {}) =>
  ({ id, last_message: { created_at: at(lastMinutes) }, ...more }) as unknown as SellerChat
const ids = (chats: readonly SellerChat[]) => chats.map(({ id }) => id)

test.each([
  [{}, 'open'],
  [{ put_away: 'done' as const }, 'done'],
  [{ put_away: 'archived' as const }, 'archived'],
  [{ snoozed_until: at(1) }, 'snoozed'],
  [{ snoozed_until: at(0) }, 'open'],
])('a conversation with %o is %s', (state, box) => {
  expect(boxOf(state, NOW)).toBe(box)
})

test('a snooze that has ended stands at its end in the list, unless something was written since', () => {
  const list = [
    chat(1, -5),
    chat(2, -20, { snoozed_until: at(-30) }),
    chat(3, -40),
    chat(4, -600, { snoozed_until: at(-10) }),
    chat(5, -700, { snoozed_until: at(-1) }),
    chat(6, -800, { snoozed_until: at(10) }),
  ]
  expect(ids(inOrder(list, NOW))).toEqual([5, 1, 4, 2, 3, 6])
  expect(nextWake(list, NOW)).toBe(NOW + 600_000)
  expect(ids(inOrder(list, NOW + 600_000))[0]).toBe(6)
})

test.each([
  // A Tuesday, 10:00 AM in Houston.
  ['2026-03-10T15:00:00Z', ['2026-03-10T13:00', '2026-03-11T08:00', '2026-03-16T08:00']],
  // The same day at 9:30 PM: three hours later is another day.
  ['2026-03-11T02:30:00Z', ['2026-03-11T08:00', '2026-03-16T08:00']],
  // A Monday: the next one. Clocks go forward the night before.
  ['2026-03-09T14:01:00Z', ['2026-03-09T12:15', '2026-03-10T08:00', '2026-03-16T08:00']],
  // The Saturday before that night.
  ['2026-03-07T16:00:00Z', ['2026-03-07T13:00', '2026-03-08T08:00', '2026-03-09T08:00']],
])('at %s a snooze is offered until %o', (now, walls) => {
  const zone = 'America/Chicago'
  const wall = (ms: number) =>
    new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T')
  expect(snoozeChoices(Date.parse(now), zone).map(({ untilMs }) => wall(untilMs))).toEqual(walls)
})

test('the end of a snooze is said by the day as people name it', () => {
  const zone = 'America/Chicago'
  expect(untilText(NOW + 3_600_000, NOW, zone)).toBe('today, 11:00 AM')
  expect(untilText(Date.parse('2026-03-11T13:00:00Z'), NOW, zone)).toBe('tomorrow, 8:00 AM')
  expect(untilText(Date.parse('2026-03-16T13:00:00Z'), NOW, zone)).toBe('Mon, Mar 16, 8:00 AM')
  expect(untilText(Date.parse('2027-01-04T14:00:00Z'), NOW, zone)).toBe('Mon, Jan 4, 2027, 8:00 AM')
})

test('the list learns that a snooze has ended at its time, without a call', () => {
  const clock = createFakeClock(NOW)
  const server = createFakeApi({ others: nothing })
  const chats = signal([chat(1, -9, { snoozed_until: at(3) })])
  const aside = createSetAside(server.api, { chats, hear() {} }, clock)
  const box = () => boxOf(chats.value[0] ?? {}, aside.nowMs.value)
  clock.advance(179_000)
  expect(box()).toBe('snoozed')
  clock.advance(1000)
  expect(box()).toBe('open')
  aside.dispose()
})
