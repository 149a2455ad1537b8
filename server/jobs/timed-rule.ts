/**
 * A rule of the clock: whether it has something to do is looked at again and again, and what there is is done by a job. Of all nodes
 * one does it; one that dies in the middle of it leaves it to another, so it must bear to be done again.
 */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from './jobs.ts'

export interface TimedRule {
  /** Lower case with dashes; its queue's name. */
  name: string
  everyMs: number
  /** One quick question. Without it the job is sent once in each such time, by whichever node. */
  isDue?: (nowMs: number) => Promise<boolean>
  run(nowMs: number): Promise<unknown>
}

/** It is sent again when it is due again, so a failed one waits for that. A run that takes longer is taken for lost. */
const QUEUE = { expireInSeconds: 900, retries: 0, retryDelaySeconds: 0, isOneWaiting: true } as const

/** Runs only in a server that listens. */
export function startTimedRule(app: FastifyInstance, jobs: Jobs, rule: TimedRule): void {
  const { name, everyMs, isDue } = rule
  jobs.define({ ...QUEUE, name, run: async () => void (await rule.run(Date.now())) })
  const look = async () => {
    if (!isDue) await jobs.send(name, {}, { oncePerSeconds: everyMs / 1000 })
    else if (await isDue(Date.now())) await jobs.send(name)
  }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      looking ??= look()
        .catch((error: unknown) =>
          app.log.error({ err: error, rule: name }, 'what is due was not looked for'),
        )
        .finally(() => {
          looking = null
        })
    }, everyMs).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await looking
  })
}
