/**
 * Work that outlives the request that asked for it: queues in the database, which all nodes share. A job is done at least once: a
 * node that dies in the middle of one has it done again by another, so every job must bear to be repeated.
 */
import type { FastifyBaseLogger } from 'fastify'
import PgBoss from 'pg-boss'
import type { OpenDatabase } from '#server/database/open.ts'
import { bossSql } from './boss-sql.ts'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

export interface QueueSettings {
  /** Lower case with dashes; the queue's name in the database. */
  name: string
  /** Takes what `send` was given, as JSON keeps it. Rejects to be tried again. */
  run(data: unknown): Promise<void>
  /** A job that takes longer is taken for lost and done again. */
  expireInSeconds: number
  /** How often it is tried again, and after how long; each pause is about twice the one before. */
  retries: number
  retryDelaySeconds: number
  /** One waiting job is enough: another is left out while it waits. */
  isOneWaiting?: boolean
}

export interface SendOptions {
  /** Not before. */
  afterSeconds?: number
  /** The same job is not sent twice within a slot of time this long, by whichever node. */
  oncePerSeconds?: number
}

export interface Jobs {
  /** Once for each queue, before `start`. */
  define(queue: QueueSettings): void
  /** Resolves when the job is kept. */
  send(name: string, data?: object, options?: SendOptions): Promise<void>
  /** Begins to take jobs. Rejects when the database does not let it. */
  start(): Promise<void>
  /** Takes no more and waits for those under way. May be called without `start`. */
  stop(): Promise<void>
}

interface JobsDeps {
  database: Pick<OpenDatabase, 'db' | 'runScript'>
  log: Pick<FastifyBaseLogger, 'error'>
  pollMs?: number
}

/** A schema of its own: its tables are the queue's business. */
const SCHEMA = 'jobs'
/** For jobs of other nodes; what this one sends wakes it at once. */
const POLL_MS = 2000
const MAINTAIN_MS = 60_000

export function createJobs({ database, log, pollMs = POLL_MS }: JobsDeps): Jobs {
  const boss = new PgBoss({ db: bossSql(database), schema: SCHEMA, supervise: false, schedule: false })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue is in trouble'))
  const queues = new Map<string, QueueSettings>()
  const loops = new Map<string, WorkLoop>()
  let installed: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let maintaining: Promise<void> = Promise.resolve()
  let isStopped = false

  const install = (): Promise<void> => {
    installed ??= installQueues(boss, [...queues.values()]).catch((error: unknown) => {
      installed = null
      throw error
    })
    return installed
  }
  const maintain = () => {
    maintaining = boss
      .maintain()
      .catch((error: unknown) => log.error({ err: error }, 'lost jobs were not looked for'))
  }

  return {
    define(queue) {
      queues.set(queue.name, queue)
    },
    async send(name, data = {}, options = {}) {
      await install()
      await boss.send(name, data, wireOptions(options))
      if (options.afterSeconds === undefined) loops.get(name)?.wake()
    },
    async start() {
      await install()
      if (isStopped) return
      // What a node had under way that died is due again.
      await boss.maintain()
      for (const queue of queues.values()) loops.set(queue.name, loopOf(boss, queue, { log, pollMs }))
      timer = setInterval(maintain, MAINTAIN_MS).unref()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
      await maintaining
      await installed?.then(
        () => boss.stop({ graceful: false }),
        () => {},
      )
    },
  }
}

async function installQueues(boss: PgBoss, queues: readonly QueueSettings[]): Promise<void> {
  await boss.start()
  for (const { name, expireInSeconds, retries, retryDelaySeconds, isOneWaiting } of queues) {
    const options: PgBoss.Queue = {
      ...{ name, expireInSeconds, retryLimit: retries },
      ...{ retryDelay: retryDelaySeconds, retryBackoff: retryDelaySeconds > 0 },
      policy: isOneWaiting ? 'short' : 'standard',
    }
    await boss.createQueue(name, options)
    // A queue that is there keeps the settings of the version that made it.
    await boss.updateQueue(name, options)
  }
}

function loopOf(
  boss: PgBoss,
  { name, run }: QueueSettings,
  { log, pollMs }: Required<Pick<JobsDeps, 'log' | 'pollMs'>>,
): WorkLoop {
  return startWorkLoop({
    pollMs,
    take: async () => (await boss.fetch<object>(name))[0] ?? null,
    run: (job) => run(job.data),
    done: (job) => boss.complete(name, job.id),
    async failed(job, error) {
      log.error({ err: error, queue: name, job: job.id }, 'a job failed')
      await boss.fail(name, job.id, error instanceof Error ? error : { value: String(error) })
    },
    onTrouble: (error) => log.error({ err: error, queue: name }, 'the job queue does not answer'),
  })
}

const wireOptions = ({ afterSeconds, oncePerSeconds }: SendOptions): PgBoss.SendOptions => ({
  ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
  ...(oncePerSeconds === undefined ? {} : { singletonSeconds: oncePerSeconds }),
})
