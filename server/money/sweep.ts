/** The rules of the clock about money: payments that were left open are looked after, and once an hour whether the books are right. */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { faultsOfBooks } from './books.ts'
import type { MoneyDeps } from './money-deps.ts'
import { reconcile } from './reconcile.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function startMoneyRules(app: FastifyInstance, jobs: Jobs, deps: MoneyDeps): void {
  startTimedRule(app, jobs, { name: 'open-payments', everyMs: MINUTE_MS, run: () => reconcile(deps) })
  startTimedRule(app, jobs, {
    name: 'books',
    everyMs: HOUR_MS,
    async run() {
      const faults = await faultsOfBooks(deps.db)
      if (faults.length > 0) app.log.error({ faults }, 'the ledger and the payments do not agree')
    },
  })
}
