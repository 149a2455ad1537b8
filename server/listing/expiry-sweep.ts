/** Looks now and then for deals whose time is up and takes them down. Runs only in a server that listens. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { tellChanged } from '#server/deals/tell-changed.ts'
import { type AftermathDeps, tellAftermath } from '#server/offers/tell-aftermath.ts'
import { LISTING_SWEEP_MS } from '#shared/contract/limits.ts'
import { expiredDeals, takeDownExpired } from './publish.ts'

interface SweepDeps extends AftermathDeps {
  log: Pick<FastifyBaseLogger, 'error'>
}

export function startExpirySweep(app: FastifyInstance, given: AftermathDeps): void {
  const deps = { ...given, log: app.log }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const sweep = () => {
    running = sweepExpired(deps, Date.now()).catch((error: unknown) =>
      app.log.error({ err: error }, 'expired deals were not looked for'),
    )
  }
  app.addHook('onListen', async () => {
    timer = setInterval(sweep, LISTING_SWEEP_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}

/** One that cannot be taken down keeps no other from it. */
export async function sweepExpired(deps: SweepDeps, nowMs: number): Promise<void> {
  for (const id of await expiredDeals(deps.db, nowMs)) {
    try {
      const aftermath = await takeDownExpired(deps.db, id, nowMs)
      if (!aftermath) continue
      await tellChanged(deps, id)
      await tellAftermath(deps, aftermath)
    } catch (error) {
      deps.log.error({ err: error, property: id }, 'an expired deal was not taken down')
    }
  }
}
