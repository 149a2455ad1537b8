/** What an operator sees of jobs without looking into the database: lines in the log, and numbers at /metrics. */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '#server/core/database/open.ts'
import type { Failure } from './failed-work.ts'

export interface JobWatch {
  /** One more try has failed. */
  failed(failure: Failure): void
  /** How long the oldest item of a job has been due; 0 when none is. */
  due(job: string, ageMs: number): void
}

interface WatchDeps {
  db: Database
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  registry: Registry
}

const SECOND_MS = 1000

export function createJobWatch({ db, log, registry }: WatchDeps): JobWatch {
  const registers = [registry]
  const failed = new Counter({
    name: 'plat_jobs_failed_total',
    help: 'Tries of jobs that failed on this node, by the kind of work.',
    ...{ labelNames: ['kind'], registers },
  })
  const oldest = new Gauge({
    name: 'plat_jobs_oldest_due_seconds',
    help: 'How long the oldest item of a job has been due.',
    ...{ labelNames: ['job'], registers },
  })
  new Gauge({
    name: 'plat_dead_letters',
    help: 'Work that was given up and waits for staff, by kind. The same on every node.',
    ...{ labelNames: ['kind'], registers },
    async collect() {
      // A database that is away says nothing about it.
      const counts = await countGivenUp(db).catch(() => [])
      this.reset()
      for (const { kind, count } of counts) this.set({ kind }, count)
    },
  })
  return {
    failed({ kind, item, error, tries, isGivenUp }) {
      failed.inc({ kind: kind.name })
      const about = { err: error, kind: kind.name, item, tries }
      if (isGivenUp) log.error(about, 'work was given up')
      else log.warn(about, 'work failed and is tried again')
    },
    due: (job, ageMs) => oldest.set({ job }, ageMs / SECOND_MS),
  }
}

/** By failed_work_given_up. */
export async function countGivenUp(db: Database): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from failed_work
    where given_up_at is not null and dismissed_at is null group by kind order by kind`.execute(db)
  return rows
}
