/** Plays schedules one after another and gathers what went wrong, with the command that shows how. */
import type { House } from './house.ts'
import { play } from './play.ts'
import { makeSchedule } from './schedule.ts'
import { sizeOf } from './sizes.ts'

export interface Tally {
  schedules: number
  sends: number
  /** POSTs of messages without an answer. */
  unanswered: number
  readonly faults: string[]
}

export async function playMany(house: House, seeds: Iterable<number>): Promise<Tally> {
  const tally: Tally = { schedules: 0, sends: 0, unanswered: 0, faults: [] }
  for (const seed of seeds) {
    const { faults, sends, unanswered } = await play(makeSchedule(seed, sizeOf(seed)), house)
    tally.schedules++
    tally.sends += sends
    tally.unanswered += unanswered
    if (faults.length > 0) tally.faults.push(`npm run soak -- --replay ${seed}: ${faults.join('; ')}`)
  }
  return tally
}

/** Seeds of schedules with one tab, or of those with two. */
export function* seedsOf(given: { tabs: 1 | 2; from: number; count: number }): Iterable<number> {
  for (let at = 0; at < given.count; at++) yield (given.from + at) * 2 + (given.tabs === 2 ? 0 : 1)
}
