/**
 * A rule of the clock: whether it has something to do is looked at again and again, and what there is is done by a job. Of all nodes
 * one does it; one that dies in the middle of it leaves it to another, so it must bear to be done again.
 */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from './jobs.ts'

export interface TimedRule {
  /** Lower case with dashes; names its jobs. */
  name: string
  everyMs: number
  /** One quick question. Without it the job is sent once in each such time, by whichever node. */
  isDue?: (nowMs: number) => Promise<boolean>
  /** Ends early when `closing` is aborted, if it may take long. */
  run(nowMs: number, closing: AbortSignal): Promise<unknown>
}

/** A rule that comes seldom is looked at more often, so that a server that is often started again does not miss its time. */
const LOOK_MAX_MS = 60_000
const SECOND_MS = 1000

/** Runs only in a server that listens. */
export function startTimedRule(app: FastifyInstance, jobs: Jobs, rule: TimedRule): void {
  const { name, everyMs, isDue } = rule
  jobs.share(name, async (closing) => void (await rule.run(Date.now(), closing)))
  const look = async () => {
    if (!isDue) await jobs.send(name, {}, { oncePerSeconds: everyMs / SECOND_MS })
    else if (await isDue(Date.now())) await jobs.send(name)
  }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const begin = () => {
    looking ??= look()
      .catch((error: unknown) => app.log.error({ err: error, rule: name }, 'what is due was not looked for'))
      .finally(() => {
        looking = null
      })
  }
  app.addHook('onListen', async () => {
    timer = setInterval(begin, Math.min(everyMs, LOOK_MAX_MS)).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await looking
  })
}
