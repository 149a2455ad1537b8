/**
 * Looks every few seconds for buyers who have to be told of matches and for what has to be handed over, and has it done by jobs. What
 * is due stands in the database, so a job that is lost is sent again.
 */
import type { FastifyInstance } from 'fastify'
import { hasDueDeliveries } from '#server/deliveries/claim.ts'
import { deliverDue } from '#server/deliveries/deliver.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { DELIVERY_LOOK_MS } from '#shared/contract/notification-limits.ts'
import { forgetOld } from './forget-old.ts'
import { hasUntoldMatches, tellMatches } from './tell-matches.ts'

interface Work {
  name: string
  isDue(): Promise<boolean>
  run(): Promise<unknown>
}

const FORGET = 'forget-notifications'
const DAY_SECONDS = 86_400
const LOOKS_PER_HOUR = 3_600_000 / DELIVERY_LOOK_MS
const QUEUE = { expireInSeconds: 600, retries: 0, retryDelaySeconds: 0, isOneWaiting: true } as const

/** Runs only in a server that listens. */
export function startNotifications(app: FastifyInstance, deps: RoomDeps & { jobs: Jobs }): void {
  const { db, jobs } = deps
  const works: Work[] = [
    { name: 'tell-matches', isDue: () => hasUntoldMatches(db), run: () => tellMatches(deps) },
    {
      name: 'deliver',
      isDue: () => hasDueDeliveries(db, Date.now()),
      run: () => deliverDue({ ...deps, log: app.log, nowMs: Date.now }),
    },
  ]
  for (const { name, run } of works) jobs.define({ ...QUEUE, name, run: async () => void (await run()) })
  jobs.define({ ...QUEUE, name: FORGET, run: () => forgetOld(db, Date.now()) })
  let looks = 0
  const look = async () => {
    for (const { name, isDue } of works) if (await isDue()) await jobs.send(name)
    if (looks++ % LOOKS_PER_HOUR === 0) await jobs.send(FORGET, {}, { oncePerSeconds: DAY_SECONDS })
  }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      looking ??= look()
        .catch((error: unknown) => app.log.error({ err: error }, 'what has to be told was not looked for'))
        .finally(() => {
          looking = null
        })
    }, DELIVERY_LOOK_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await looking
  })
}
