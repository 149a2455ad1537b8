/**
 * Work that outlives the request that asked for it: a queue in the database, which all nodes share. A job is done at least once: a
 * node that dies in the middle of one has it done again by another, so every job must bear to be repeated.
 */
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type PgBoss from 'pg-boss'
import { type DatabaseClock, isClockWrong, wordsOfOffset } from '#server/core/database/clock.ts'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { NO_TELEMETRY, type Telemetry } from '#server/core/telemetry/telemetry.ts'
import { createInstalledQueue } from './install.ts'
import type { ScheduledJob } from './job-schedule.ts'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

export interface SendOptions {
  /** The same job is not sent twice within a slot of time this long, by whichever node. */
  oncePerSeconds?: number
}

export interface Jobs {
  /** What scheduled work goes by. */
  readonly clock: DatabaseClock
  /** While it is true, this node looks for nothing that is due and takes no job: its clock is not the database's. */
  isPaused(): boolean
  /** What is done by the clock, as it was registered. */
  readonly rules: readonly ScheduledJob[]
  /**
   * Before `start`. All jobs share one queue, which spares the database a table with seven indexes for each. One that waits is enough,
   * and the queue does not try one again that failed: it is sent again when it is due.
   */
  share(rule: ScheduledJob, run: SharedRun): void
  /** Resolves when the job is kept. */
  send(name: string, options?: SendOptions): Promise<void>
  /** Makes the queue when it is missing, before anybody is served: it takes the embedded database some hundredths of a second. */
  prepare(): Promise<void>
  /** Begins to take jobs. Rejects when the database does not let it. */
  start(): Promise<void>
  /** Takes no more and waits for those under way. May be called without `start`. */
  stop(): Promise<void>
}

/**
 * A closing server waits for it. Long work ends early when `closing` is aborted, and another node continues it.
 */
type SharedRun = (closing: AbortSignal) => Promise<void>

interface JobsDeps {
  database: Pick<OpenDatabase, 'db' | 'work' | 'runScript' | 'clock'>
  log: Pick<FastifyBaseLogger, 'error'>
  telemetry?: Telemetry
  pollMs?: number
  /** Jobs under way on this node at a time. */
  atOnce?: number
}

const QUEUE: PgBoss.Queue = {
  name: 'shared',
  policy: 'short',
  expireInSeconds: 900,
  retryLimit: 0,
  retryDelay: 0,
  retryBackoff: false,
}
const AT_ONCE = 4
/** For jobs of other nodes; what this one sends wakes it at once. */
const POLL_MS = 2000
const MAINTAIN_MS = 60_000

export function createJobs({
  database,
  log,
  telemetry: { tracing, errors } = NO_TELEMETRY,
  pollMs = POLL_MS,
  atOnce = AT_ONCE,
}: JobsDeps): Jobs {
  const queue = createInstalledQueue(database, QUEUE, (error) =>
    log.error({ err: error }, 'the job queue is in trouble'),
  )
  const rules: ScheduledJob[] = []
  const runs = new Map<string, SharedRun>()
  const apart = new Set<string>()
  const closing = new AbortController()
  let loops: WorkLoop[] = []
  const timers: NodeJS.Timeout[] = []
  const beside = createBeside((error) => log.error({ err: error }, 'the job queue does not answer'))
  let isStopped = false

  const upkeep = () => maintain(queue.boss, database.work)
  const wake = () => {
    for (const loop of loops) loop.wake()
  }
  const isPaused = () => isClockWrong(database.clock)
  let wasPaused = false
  const look = async () => {
    const isNews = isPaused() && !wasPaused
    wasPaused = isPaused()
    if (isNews)
      log.error(`This machine's clock is ${wordsOfOffset(database.clock)}: no scheduled work is done here.`)
    if (wasPaused) return
    if (await isAnyDue(database.db)) wake()
  }
  const loop = () =>
    startWorkLoop({
      take: async () => (isPaused() ? null : ((await queue.boss.fetch<object>(QUEUE.name))[0] ?? null)),
      run({ data }) {
        const run = () => runJob(runs, data, closing.signal)
        return tracing ? tracing.job(kindOf(data), run) : run()
      },
      isApart: ({ data }) => apart.has(kindOf(data)),
      done: (job) => queue.boss.complete(QUEUE.name, job.id),
      async failed(job, error) {
        const kind = kindOf(job.data)
        log.error({ err: error, job: job.id, kind }, 'a job failed')
        errors?.report(error, { job: kind })
        await queue.boss.fail(QUEUE.name, job.id, error instanceof Error ? error : { value: String(error) })
      },
      onTrouble: (error) => log.error({ err: error }, 'the job queue does not answer'),
    })

  return {
    clock: database.clock,
    isPaused,
    rules,
    share(rule, run) {
      rules.push(rule)
      runs.set(rule.name, rule.callsOut ? onceAtATime(run) : run)
      if (rule.callsOut) apart.add(rule.name)
    },
    async send(name, { oncePerSeconds } = {}) {
      await queue.install()
      await queue.boss.send(
        QUEUE.name,
        { kind: name },
        {
          singletonKey: name,
          ...(oncePerSeconds === undefined ? {} : { singletonSeconds: oncePerSeconds }),
        },
      )
      wake()
    },
    prepare: queue.install,
    async start() {
      await queue.install()
      if (isStopped) return
      // What a node had under way that died is due again.
      await upkeep()
      loops = Array.from({ length: atOnce }, loop)
      timers.push(setInterval(() => beside.begin(look), pollMs).unref())
      timers.push(setInterval(() => beside.begin(upkeep), MAINTAIN_MS).unref())
    },
    async stop() {
      isStopped = true
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all(loops.map((one) => one.stop()))
      await beside.ended()
      await queue.stop()
    },
  }
}

/** One thing after another beside the jobs; what comes while one is under way is left out. */
function createBeside(onTrouble: (error: unknown) => void) {
  let running: Promise<void> | null = null
  return {
    begin(work: () => Promise<void>) {
      running ??= work()
        .catch(onTrouble)
        .finally(() => {
          running = null
        })
    },
    ended: async () => running,
  }
}

const kindOf = (data: unknown): string => (data as { kind: string }).kind

/** A run that comes while one is under way ends at once, and the one under way is followed by another. */
function onceAtATime(run: SharedRun): SharedRun {
  let isRunning = false
  let isWanted = false
  return async (closing) => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    try {
      while (isWanted && !closing.aborted) {
        isWanted = false
        await run(closing)
      }
    } finally {
      isRunning = false
    }
  }
}

/** A node of another version may have sent one that this one does not know. */
async function runJob(
  runs: ReadonlyMap<string, SharedRun>,
  data: unknown,
  closing: AbortSignal,
): Promise<void> {
  const kind = kindOf(data)
  const run = runs.get(kind)
  if (!run) throw new Error(`Nobody here knows jobs of the kind ${kind}.`)
  await run(closing)
}

/**
 * What there is to do in the queue, in one question each. In the embedded database every statement holds up everybody.
 * Whether a job can be taken now.
 */
async function isAnyDue(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from jobs.job where state < 'active' and start_after < now() limit 1`.execute(db)
  return rows.length > 0
}

interface Upkeep {
  has_lost: boolean
  has_ended: boolean
  has_old: boolean
}

/** What a node had under way that died is due again; what ended long ago is put away, and at last deleted. */
async function maintain(boss: PgBoss, db: Database): Promise<void> {
  const { rows } = await sql<Upkeep>`
    select exists (select 1 from jobs.job where state = 'active' and started_on + expire_in < now()) as has_lost,
      exists (select 1 from jobs.job where completed_on < now() - interval '12 hours' or
        (state < 'active' and keep_until < now())) as has_ended,
      exists (select 1 from jobs.archive where archived_on < now() - interval '7 days') as has_old`.execute(
    db,
  )
  const [upkeep] = rows
  if (upkeep?.has_lost) await boss.expire()
  if (upkeep?.has_ended) await boss.archive()
  if (upkeep?.has_old)
    await sql`delete from jobs.archive where archived_on < now() - interval '7 days'`.execute(db)
}
