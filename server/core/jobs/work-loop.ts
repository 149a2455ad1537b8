/**
 * Takes jobs of one queue, one after another, until it is stopped. The queue's own worker is not used: it does not wait until the
 * end of a job is written down, which ends the process when that fails, and takes a second to stop.
 */

/** A job that was taken. */
export interface TakenJob {
  id: string
  data: unknown
}

export interface LoopDeps {
  /** Null when there is nothing to do. */
  take(): Promise<TakenJob | null>
  /** Rejects when the job failed. */
  run(job: TakenJob): Promise<void>
  /** Whether the next job is taken before this one has ended. */
  isApart(job: TakenJob): boolean
  done(job: TakenJob): Promise<void>
  failed(job: TakenJob, error: unknown): Promise<void>
  /** The queue itself could not be asked, or told. */
  onTrouble(error: unknown): void
}

export interface WorkLoop {
  /** There may be something to do. */
  wake(): void
  /** Takes nothing more; resolves when the jobs under way have ended. */
  stop(): Promise<void>
}

export function startWorkLoop(deps: LoopDeps): WorkLoop {
  const bell = createBell()
  const apart = new Set<Promise<void>>()
  let isStopped = false
  const runApart = (job: TakenJob) => {
    const run = finish(job, deps).finally(() => apart.delete(run))
    apart.add(run)
  }
  const loop = async () => {
    while (!isStopped) {
      const job = await deps.take().catch((error: unknown) => {
        deps.onTrouble(error)
        return null
      })
      if (job && deps.isApart(job)) runApart(job)
      else if (job) await finish(job, deps)
      else if (!isStopped) await bell.rings()
    }
  }
  const running = loop()
  return {
    wake: bell.ring,
    async stop() {
      isStopped = true
      bell.ring()
      await running
      await Promise.all(apart)
    },
  }
}

/** A job whose end cannot be written down is taken for lost after its time, and done again. */
async function finish(job: TakenJob, deps: LoopDeps): Promise<void> {
  const told = deps.run(job).then(
    () => deps.done(job),
    (error: unknown) => deps.failed(job, error),
  )
  await told.catch(deps.onTrouble)
}

/** A ring while nobody waits is not lost: the next wait is over at once. */
function createBell() {
  let hasRung = false
  let wakeUp: (() => void) | null = null
  return {
    ring() {
      hasRung = true
      wakeUp?.()
    },
    async rings(): Promise<void> {
      if (!hasRung)
        await new Promise<void>((resolve) => {
          wakeUp = resolve
        })
      wakeUp = null
      hasRung = false
    },
  }
}
