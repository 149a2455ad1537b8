/**
 * `npm run soak`: plays 100,000 schedules, one process for each core, tells how it goes, and prints the seeds that fail.
 * `npm run soak -- --schedules 1000 --seed 7 --failures 10 --workers 1` plays others.
 * `npm run soak -- --replay 17` plays one and prints everything that happens in it.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { openHouse } from './house.ts'
import { play } from './play.ts'
import { makeSchedule } from './schedule.ts'
import { type Piece, type Progress, piecesOf, shareOut } from './share-out.ts'
import { shrink } from './shrink.ts'
import { sizeOf } from './sizes.ts'

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    replay: { type: 'string' },
    whole: { type: 'boolean', default: false },
    failures: { type: 'string', default: '1' },
  },
})
const SAY_EVERY = 500
const program = new URL(import.meta.url)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const wanted: Piece = { seed: Number(values.seed), schedules: Number(values.schedules) }
const failed = values.replay === undefined ? await many() : await replay(Number(values.replay))
process.exitCode = failed === 0 ? 0 : 1

async function many(): Promise<number> {
  const heard = createListener()
  if (process.send) await playHere(wanted, heard.tellParent)
  else if (values.workers === '1') await playHere(wanted, (progress) => heard.tell(wanted, progress))
  else
    await shareOut(
      piecesOf(wanted.seed, wanted.schedules),
      { workers: Number(values.workers), program },
      heard.tell,
    )
  if (process.connected) process.disconnect()
  return heard.failures()
}

async function playHere(piece: Piece, tell: (progress: Progress) => boolean): Promise<void> {
  const house = await openHouse()
  let sends = 0
  let failures: string[] = []
  for (let done = 1; done <= piece.schedules; done++) {
    const seed = piece.seed + done - 1
    const played = await play(makeSchedule(seed, sizeOf(seed)), house)
    sends += played.sends
    if (played.faults.length > 0) failures.push(`seed ${seed} fails: ${played.faults.slice(0, 3).join('; ')}`)
    if (failures.length === 0 && done % SAY_EVERY !== 0 && done !== piece.schedules) continue
    const goesOn = tell({ done, sends, failures })
    failures = []
    if (!goesOn) break
  }
  await house.close()
}

/** Adds up what the processes say. */
function createListener() {
  const startedMs = performance.now()
  const heard = new Map<Piece, Progress>()
  let failures = 0
  const sum = (of: (progress: Progress) => number) =>
    [...heard.values()].reduce((all, one) => all + of(one), 0)
  const tell = (piece: Piece, progress: Progress): boolean => {
    heard.set(piece, progress)
    failures += progress.failures.length
    for (const line of progress.failures) say(line)
    const done = sum((one) => one.done)
    const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
    say(
      `${done} of ${wanted.schedules} schedules, ${sum((one) => one.sends)} sends, ${failures} failed, ${minutes} min`,
    )
    return failures < Number(values.failures)
  }
  const tellParent = (progress: Progress): boolean => {
    failures += progress.failures.length
    process.send?.(progress)
    return true
  }
  return { tell, tellParent, failures: () => failures }
}

async function replay(seed: number): Promise<number> {
  const house = await openHouse()
  const whole = makeSchedule(seed, sizeOf(seed))
  const isFailing = async (schedule: typeof whole) => (await play(schedule, house)).faults.length > 0
  const schedule = values.whole || !(await isFailing(whole)) ? whole : await shrink(whole, isFailing)
  say(
    `seed ${seed}: ${schedule.tabs} tabs, ${schedule.browser}, histories ${schedule.histories}, ${schedule.steps.length} steps`,
  )
  const played = await play(schedule, house, say)
  for (const fault of played.faults) say(`FAULT ${fault}`)
  await house.close()
  return played.faults.length
}
