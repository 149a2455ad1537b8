/** What an operator sees of jobs without looking into the database: lines in the log, and numbers at /metrics. */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { Counter, Gauge, type GaugeConfiguration, type Registry } from 'prom-client'
import type { Database } from '#server/core/database/open.ts'
import type { ErrorReports } from '#server/core/telemetry/telemetry.ts'
import type { Failure } from './failed-work.ts'

export interface JobWatch {
  /** One more try has failed. */
  failed(failure: Failure): void
  /** How long the oldest item of a job has been due; 0 when none is. */
  due(job: string, ageMs: number): void
  /** One try to deliver a mail, a text or a push notification has ended. */
  delivered(delivery: { channel: string; outcome: 'sent' | 'dropped' | 'later' | 'failed' }): void
  /** The ledger was compared with payments, withdrawals and deposits. */
  ledgerChecked(faults: readonly string[]): void
}

interface WatchDeps {
  db: Database
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  registry: Registry
  errors?: ErrorReports | null
}

const SECOND_MS = 1000

type CountBy = (db: Database) => Promise<{ kind: string; count: number }[]>

export function createJobWatch({ db, log, registry, errors }: WatchDeps): JobWatch {
  const registers = [registry]
  const failed = new Counter({
    name: 'plat_jobs_failed_total',
    help: 'Tries of jobs that failed on this node, by the kind of work.',
    labelNames: ['kind'],
    registers,
  })
  const oldest = new Gauge({
    name: 'plat_jobs_oldest_due_seconds',
    help: 'How long the oldest item of a job has been due.',
    labelNames: ['job'],
    registers,
  })
  const delivered = new Counter({
    name: 'plat_deliveries_total',
    help: 'Tries to deliver mails, texts and push notifications on this node, by channel and outcome.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const checks = new Counter({
    name: 'plat_ledger_checks_total',
    help: 'Comparisons of the ledger with payments, withdrawals and deposits on this node, by result.',
    labelNames: ['result'],
    registers,
  })
  // Both begin at 0, so that the first difference is an increase.
  for (const result of ['agrees', 'differs']) checks.inc({ result }, 0)
  const gaugeOf = (label: string, named: Pick<GaugeConfiguration<string>, 'name' | 'help'>, count: CountBy) =>
    new Gauge({
      ...named,
      labelNames: [label],
      registers,
      async collect() {
        // A database that is away says nothing about it.
        const counts = await count(db).catch(() => [])
        this.reset()
        for (const { kind, count } of counts) this.set({ [label]: kind }, count)
      },
    })
  gaugeOf(
    'kind',
    {
      name: 'plat_dead_letters',
      help: 'Work that was given up and waits for staff, by kind. The same on every node.',
    },
    countGivenUp,
  )
  gaugeOf(
    'state',
    { name: 'plat_jobs_queued', help: 'Jobs in the queue, by state. The same on every node.' },
    countQueued,
  )
  gaugeOf(
    'channel',
    {
      name: 'plat_deliveries_waiting',
      help: 'Mails, texts, push notifications and webhook calls not delivered yet. The same on every node.',
    },
    countWaiting,
  )
  return {
    failed({ kind, item, error, tries, isGivenUp }) {
      failed.inc({ kind: kind.name })
      const about = { err: error, kind: kind.name, item, tries }
      if (isGivenUp) log.error(about, 'work was given up')
      else log.warn(about, 'work failed and is tried again')
      // Some work is tried again all the same; it is reported once.
      if (tries === kind.tries) errors?.report(error, { job: kind.name })
    },
    due: (job, ageMs) => oldest.set({ job }, ageMs / SECOND_MS),
    delivered: ({ channel, outcome }) => delivered.inc({ channel, outcome }),
    ledgerChecked(faults) {
      checks.inc({ result: faults.length === 0 ? 'agrees' : 'differs' })
      if (faults.length > 0) log.error({ faults }, 'the ledger and the payments do not agree')
    },
  }
}

/** By failed_work_given_up. */
export async function countGivenUp(db: Database): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from failed_work
    where given_up_at is not null and dismissed_at is null group by kind order by kind`.execute(db)
  return rows
}

/** By state; the queue holds at most one waiting job of each name. */
const countQueued: CountBy = async (db) =>
  (
    await sql<{ kind: string; count: number }>`
      select kind, count(id)::int as count from (values ('waiting'), ('active')) as states (kind)
      left join jobs.job on state <= 'active' and kind = case when state = 'active' then 'active' else 'waiting' end
      group by kind`.execute(db)
  ).rows

/** By deliveries_due and webhook_deliveries_due. */
const countWaiting: CountBy = async (db) =>
  (
    await sql<{ kind: string; count: number }>`
      select kind, count(channel)::int as count from (values ('email'), ('sms'), ('push'), ('webhook')) as channels (kind)
      left join (
        select channel from deliveries where state = 'waiting'
        union all select 'webhook' from webhook_deliveries where state = 'waiting') as waiting on channel = kind
      group by kind`.execute(db)
  ).rows
