/**
 * Work that follows an answer instead of delaying it: mails, above all, so that nobody can tell by the time of an answer whether
 * there was one to send. A closing server waits for what was begun.
 */
import type { FastifyInstance } from 'fastify'

export interface Background {
  /** `what` stands in the log when it fails, e.g. `recovery mail`. */
  run(what: string, work: () => Promise<void>): void
}

export function createBackground(app: FastifyInstance): Background {
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.allSettled(running)))
  return {
    run(what, work) {
      const task = afterThisTurn()
        .then(work)
        .catch((error: unknown) => app.log.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(task))
      running.add(task)
    },
  }
}

const afterThisTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))
