/** One piece of work at a time: a decoded picture or a rendered page takes up to 250 MB. Who would wait too long is sent away. */
import { tooMany } from '#server/core/http/refusal.ts'
import { AVATARS_WAITING_MAX } from '#shared/contract/limits.ts'

/** A queue is through by then, unless somebody fills it on purpose. */
const RETRY_AFTER_S = 15

/** Rejects with 429 while too many wait, as the file of each is held in memory. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (work) => {
    if (waiting >= AVATARS_WAITING_MAX) throw tooMany(RETRY_AFTER_S)
    waiting += 1
    const done = last.then(work)
    last = done.catch(() => {}).finally(() => (waiting -= 1))
    return done
  }
}
