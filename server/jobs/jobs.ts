/**
 * Work that outlives the request that asked for it: queues in the database, which all nodes share. A job is done at least once: a
 * node that dies in the middle of one has it done again by another, so every job must bear to be repeated.
 */
import type { FastifyBaseLogger } from 'fastify'
import type PgBoss from 'pg-boss'
import type { OpenDatabase } from '#server/database/open.ts'
import { dueQueues, maintain } from './due-queues.ts'
import { createBoss, installQueues } from './install.ts'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

export interface QueueSettings {
  /** Lower case with dashes; the queue's name in the database. */
  name: string
  /**
   * Takes what `send` was given, as JSON keeps it. Rejects to be tried again. The server waits for it when it is closed: what takes
   * long ends early when `closing` is aborted, and is sent again by whoever is there then.
   */
  run(data: unknown, closing: AbortSignal): Promise<void>
  /** A job that takes longer is taken for lost and done again. */
  expireInSeconds: number
  /** How often it is tried again, and after how long; each pause is about twice the one before. */
  retries: number
  retryDelaySeconds: number
  /** One waiting job is enough: another is left out while it waits. */
  isOneWaiting?: boolean
  /** Jobs that one node has under way at a time; one, if nothing is said. */
  atOnce?: number
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
  /**
   * A kind of job without data that needs no queue of its own, before `start`. They share one, which spares the database a table
   * with seven indexes for each. One that waits is enough, and one that fails is not tried again: it is sent again when it is due.
   */
  share(name: string, run: SharedRun): void
  /** Resolves when the job is kept. */
  send(name: string, data?: object, options?: SendOptions): Promise<void>
  /** Makes the queues that are missing, before anybody is served: each takes the embedded database some hundredths of a second. */
  prepare(): Promise<void>
  /** Begins to take jobs. Rejects when the database does not let it. */
  start(): Promise<void>
  /** Takes no more and waits for those under way. May be called without `start`. */
  stop(): Promise<void>
}

/** As the `run` of a queue. */
type SharedRun = (closing: AbortSignal) => Promise<void>

interface JobsDeps {
  database: Pick<OpenDatabase, 'db' | 'runScript'>
  log: Pick<FastifyBaseLogger, 'error'>
  pollMs?: number
}

const SHARED = {
  ...{ name: 'shared', expireInSeconds: 900, retries: 0, retryDelaySeconds: 0 },
  ...{ isOneWaiting: true, atOnce: 4 },
} as const
/** For jobs of other nodes; what this one sends wakes it at once. */
const POLL_MS = 2000
const MAINTAIN_MS = 60_000

export function createJobs({ database, log, pollMs = POLL_MS }: JobsDeps): Jobs {
  const boss = createBoss(database)
  boss.on('error', (error) => log.error({ err: error }, 'the job queue is in trouble'))
  const queues = new Map<string, QueueSettings>()
  const kinds = new Map<string, SharedRun>()
  const closing = new AbortController()
  const loops = new Map<string, WorkLoop[]>()
  let installed: Promise<void> | null = null
  const timers: NodeJS.Timeout[] = []
  const beside = createBeside((error) => log.error({ err: error }, 'the job queue does not answer'))
  let isStopped = false

  const install = (): Promise<void> => {
    installed ??= installQueues(boss, [...queues.values()].map(wireQueue)).catch((error: unknown) => {
      installed = null
      throw error
    })
    return installed
  }
  const upkeep = () => maintain(boss, database.db)
  const wake = (name: string) => {
    for (const loop of loops.get(name) ?? []) loop.wake()
  }
  const look = async () => {
    for (const name of await dueQueues(database.db)) wake(name)
  }

  return {
    define(queue) {
      queues.set(queue.name, queue)
    },
    share(name, run) {
      kinds.set(name, run)
      queues.set(SHARED.name, { ...SHARED, run: (data, signal) => runKind(kinds, data, signal) })
    },
    async send(name, data = {}, options = {}) {
      await install()
      const isShared = kinds.has(name)
      const queue = isShared ? SHARED.name : name
      await boss.send(queue, isShared ? { kind: name } : data, {
        ...wireOptions(options),
        ...(isShared ? { singletonKey: name } : {}),
      })
      if (options.afterSeconds === undefined) wake(queue)
    },
    prepare: install,
    async start() {
      await install()
      if (isStopped) return
      // What a node had under way that died is due again.
      await upkeep()
      for (const queue of queues.values())
        loops.set(
          queue.name,
          Array.from({ length: queue.atOnce ?? 1 }, () =>
            loopOf(boss, queue, { log, closing: closing.signal }),
          ),
        )
      timers.push(setInterval(() => beside.begin(look), pollMs).unref())
      timers.push(setInterval(() => beside.begin(upkeep), MAINTAIN_MS).unref())
    },
    async stop() {
      isStopped = true
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all([...loops.values()].flat().map((loop) => loop.stop()))
      await beside.ended()
      await installed?.then(
        () => boss.stop({ graceful: false }),
        () => {},
      )
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

/** A node of another version may have sent one that this one does not know. */
async function runKind(
  kinds: ReadonlyMap<string, SharedRun>,
  data: unknown,
  closing: AbortSignal,
): Promise<void> {
  const { kind } = data as { kind: string }
  const run = kinds.get(kind)
  if (!run) throw new Error(`Nobody here knows jobs of the kind ${kind}.`)
  try {
    await run(closing)
  } catch (error) {
    throw new Error(`A job of the kind ${kind} failed.`, { cause: error })
  }
}

const wireQueue = (queue: QueueSettings): PgBoss.Queue => ({
  ...{ name: queue.name, expireInSeconds: queue.expireInSeconds, retryLimit: queue.retries },
  ...{ retryDelay: queue.retryDelaySeconds, retryBackoff: queue.retryDelaySeconds > 0 },
  policy: queue.isOneWaiting ? 'short' : 'standard',
})

const loopOf = (
  boss: PgBoss,
  { name, run }: QueueSettings,
  { log, closing }: Pick<JobsDeps, 'log'> & { closing: AbortSignal },
): WorkLoop =>
  startWorkLoop({
    take: async () => (await boss.fetch<object>(name))[0] ?? null,
    run: (job) => run(job.data, closing),
    done: (job) => boss.complete(name, job.id),
    async failed(job, error) {
      log.error({ err: error, queue: name, job: job.id }, 'a job failed')
      await boss.fail(name, job.id, error instanceof Error ? error : { value: String(error) })
    },
    onTrouble: (error) => log.error({ err: error, queue: name }, 'the job queue does not answer'),
  })

const wireOptions = ({ afterSeconds, oncePerSeconds }: SendOptions): PgBoss.SendOptions => ({
  ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
  ...(oncePerSeconds === undefined ? {} : { singletonSeconds: oncePerSeconds }),
})
