/** Looks now and then for smart boxes that were not learned anew for a day. Runs only in a server that listens. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { relearnStale } from './learn.ts'

const SWEEP_MS = 10 * 60_000

export function startLearningSweep(app: FastifyInstance, db: Database): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const sweep = () => {
    running = relearnStale(db, Date.now()).catch((error: unknown) =>
      app.log.error({ err: error }, 'smart buy boxes were not learned anew'),
    )
  }
  app.addHook('onListen', async () => {
    timer = setInterval(sweep, SWEEP_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
