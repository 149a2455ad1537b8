/** The rules of the clock about money: payments and withdrawals that were left open are looked after, and once an hour whether the books are right. */
import type { FastifyInstance } from 'fastify'
import { type RuleDeps, startTimedRule } from '#server/core/jobs/scheduled-job.ts'
import { faultsOfBooks } from './books.ts'
import type { MoneyDeps } from './money-deps.ts'
import { PROVIDER_EVENTS } from './provider-events.ts'
import { OPEN_PAYMENTS, reconcile } from './reconcile.ts'
import { OPEN_WITHDRAWALS, sendOpenWithdrawals } from './send-withdrawal.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export function startMoneyRules(app: FastifyInstance, deps: MoneyDeps & RuleDeps): void {
  startTimedRule(app, deps, {
    name: 'open-payments',
    everyMs: MINUTE_MS,
    kinds: [OPEN_PAYMENTS, PROVIDER_EVENTS],
    run: () => reconcile(deps),
  })
  startTimedRule(app, deps, {
    name: 'open-withdrawals',
    everyMs: MINUTE_MS,
    kinds: [OPEN_WITHDRAWALS],
    run: () => sendOpenWithdrawals(deps),
  })
  startTimedRule(app, deps, {
    name: 'books',
    everyMs: HOUR_MS,
    kinds: [],
    async run() {
      const faults = await faultsOfBooks(deps.db)
      if (faults.length > 0) app.log.error({ faults }, 'the ledger and the payments do not agree')
    },
  })
}
