/** Leaves steps out of a failing schedule for as long as it still fails, so that what is read is what matters. */
import type { Schedule } from './schedule.ts'

export async function shrink(
  schedule: Schedule,
  isFailing: (schedule: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  let smallest = schedule
  for (
    let size = Math.ceil(schedule.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let at = 0; at < smallest.steps.length; ) {
      const steps = smallest.steps.toSpliced(at, size)
      const next = { ...smallest, steps }
      if (await isFailing(next)) smallest = next
      else at += size
    }
  return smallest
}
