/** A tab on a network that does everything networks do, over the real server: nothing twice, nothing missing, no gaps. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, openHouse } from './house.ts'
import { playMany, seedsOf } from './play-many.ts'
import { BATCH, BATCH_TIMEOUT_MS, BATCHES } from './sizes.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

it.each(BATCHES)(
  'schedules from %i on: one tab shows the server’s messages, its order, its counts, and each send once',
  async (from) => {
    const tally = await playMany(house, seedsOf({ tabs: 1, from, count: BATCH }))
    expect(tally.faults).toEqual([])
    expect(tally.sends).toBeGreaterThan(BATCH)
    expect(tally.unanswered).toBeGreaterThan(BATCH / 10)
  },
  BATCH_TIMEOUT_MS,
)
