/** Looks now and then after payments that were left open, and whether the books are right. Runs only in a server that listens. */
import type { FastifyInstance } from 'fastify'
import { faultsOfBooks } from './books.ts'
import type { MoneyDeps } from './money-deps.ts'
import { reconcile } from './reconcile.ts'

const SWEEP_MS = 60_000
const BOOKS_EVERY = 60

export function startMoneySweep(app: FastifyInstance, deps: MoneyDeps): void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let count = 0
  const sweep = async () => {
    count += 1
    await reconcile(deps)
    if (count % BOOKS_EVERY !== 1) return
    const faults = await faultsOfBooks(deps.db)
    if (faults.length > 0) app.log.error({ faults }, 'the ledger and the payments do not agree')
  }
  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running = running
        .then(sweep)
        .catch((error: unknown) => app.log.error({ err: error }, 'open payments were not looked after'))
    }, SWEEP_MS).unref()
  })
  // The database is closed after this.
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
