import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { faultOf } from '#server/core/database/faults.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { createJobs, type Jobs } from './jobs.ts'

const JOBS_AGAIN_MS = 1000

/** Done only by a server that listens; the database is closed after the last one has ended. */
export function startedJobs(app: FastifyInstance, database: OpenDatabase): Jobs {
  const jobs = createJobs({ database, log: app.log, telemetry: app.telemetry })
  const closing = new AbortController()
  let starting: Promise<void> = Promise.resolve()
  const start = async (): Promise<void> => {
    try {
      await jobs.start()
    } catch (error) {
      app.log.error({ err: error }, 'the job queue did not start')
      if (faultOf(error) !== 'away' || closing.signal.aborted) return
      await pause(JOBS_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => {})
      await start()
    }
  }
  app.addHook('onListen', async () => {
    starting = start()
  })
  app.addHook('onClose', async () => {
    closing.abort()
    await starting
    await jobs.stop()
  })
  return jobs
}
