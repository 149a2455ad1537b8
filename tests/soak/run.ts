/**
 * `npm run soak -- --schedules 100000 --seed 1`: plays schedules, tells how it goes, and prints the seeds that fail.
 * `npm run soak -- --replay 17` plays one and prints everything that happens in it.
 */
import { parseArgs } from 'node:util'
import { openHouse } from './house.ts'
import { play } from './play.ts'
import { makeSchedule } from './schedule.ts'
import { shrink } from './shrink.ts'
import { sizeOf } from './sizes.ts'

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    whole: { type: 'boolean', default: false },
    failures: { type: 'string', default: '1' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const house = await openHouse()
const failed = values.replay === undefined ? await many() : await replay(Number(values.replay))
await house.close()
process.exitCode = failed === 0 ? 0 : 1

async function many(): Promise<number> {
  const first = Number(values.seed)
  const count = Number(values.schedules)
  const startedMs = performance.now()
  let failures = 0
  let sends = 0
  for (let seed = first; seed < first + count; seed++) {
    const played = await play(makeSchedule(seed, sizeOf(seed)), house)
    sends += played.sends
    if (played.faults.length > 0) {
      failures++
      say(`seed ${seed} fails: ${played.faults.slice(0, 3).join('; ')}`)
      if (failures >= Number(values.failures)) break
    }
    const done = seed - first + 1
    if (done % 500 !== 0 && done !== count) continue
    const ms = (performance.now() - startedMs) / done
    say(`${done} of ${count} schedules, ${sends} sends, ${failures} failed, ${ms.toFixed(0)} ms each`)
  }
  return failures
}

async function replay(seed: number): Promise<number> {
  const whole = makeSchedule(seed, sizeOf(seed))
  const isFailing = async (schedule: typeof whole) => (await play(schedule, house)).faults.length > 0
  const schedule = values.whole || !(await isFailing(whole)) ? whole : await shrink(whole, isFailing)
  say(
    `seed ${seed}: ${schedule.tabs} tabs, ${schedule.browser}, histories ${schedule.histories}, ${schedule.steps.length} steps`,
  )
  const played = await play(schedule, house, say)
  for (const fault of played.faults) say(`FAULT ${fault}`)
  return played.faults.length
}
