/** A clock that is set while the messenger runs, back or forward: nothing waits for an hour, and nothing stands in the wrong place. */
import { expect, test, vi } from 'vitest'
import { createOfferBook } from '#shared/thread/offer-book.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createTypeAhead } from '#widget/ui/list/conversation-rows.tsx'
import { openSession, storeOf } from './open-session.ts'
import { answerAll, openThread, rowsOf, textsOf } from './open-store.ts'

const HOUR_MS = 60 * 60_000
const YEAR_MS = 365 * 24 * HOUR_MS

test('set back while an offer runs out, its time goes on from where it was', () => {
  const clock = createFakeClock(eg.EXAMPLE_MS)
  const book = createOfferBook(clock)
  book.take([
    eg.message({ id: 1, offer: { id: 9, priceUsd: 1, buyer: null, url: null, now: eg.offerNow() } }),
  ])
  const before = book.serverNow()
  clock.advance(-HOUR_MS)
  expect(book.serverNow()).toBe(before)
  clock.advance(5000)
  expect(book.serverNow()).toBe(before + 5000)
})

test('set forward while an offer runs out, the next word of the server sets its time right', () => {
  const clock = createFakeClock(eg.EXAMPLE_MS)
  const book = createOfferBook(clock)
  const told = (saidAtMs: number) =>
    eg.message({
      id: 1,
      offer: { id: 9, priceUsd: 1, buyer: null, url: null, now: eg.offerNow({ saidAtMs }) },
    })
  book.take([told(eg.EXAMPLE_MS)])
  clock.advance(HOUR_MS)
  book.take([told(eg.EXAMPLE_MS + 1000)])
  expect(book.serverNow()).toBe(eg.EXAMPLE_MS + 1000)
})

test('set back after a token was renewed, an expired one is renewed again', async () => {
  const tokens = ['ann-again', 'ann']
  const tokenProvider = vi.fn(async () => tokens.shift() ?? '')
  const world = openSession({ tokenProvider })
  const reload = () => storeOf(world)?.conversations.reload()
  await vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('ready'))
  world.customers.delete('ann')
  await reload()
  expect(tokenProvider).toHaveBeenCalledTimes(1)
  world.clock.advance(-HOUR_MS)
  world.customers.delete('ann-again')
  world.customers.set('ann', 7)
  await reload()
  expect(tokenProvider).toHaveBeenCalledTimes(2)
  expect(storeOf(world)?.conversations.load.value.phase).toBe('ready')
})

test.each([
  ['back', -YEAR_MS],
  ['forward', YEAR_MS],
])('set %s by a year, a message is written last and arrives where the server has it', async (_, byMs) => {
  const world = await openThread()
  world.clock.advance(byMs)
  world.store.send('Now')
  expect(textsOf(world.store).at(-1)).toBe('…Now')
  await answerAll(world)
  expect(textsOf(world.store)).toEqual(['Old 0', 'Old 1', 'Now'])
  expect(rowsOf(world.store).filter(({ kind }) => kind === 'date')).toHaveLength(1)
})

test('set back between two letters typed in the list, the second begins anew', () => {
  const clock = createFakeClock()
  const typeAhead = createTypeAhead(clock)
  const rows = ['Lone Star', 'Gulf Coast', 'Harbor'].map((name) => ({ name }))
  typeAhead.find('l', rows, 0)
  clock.advance(-HOUR_MS)
  expect(typeAhead.find('h', rows, 0)).toBe(2)
})
