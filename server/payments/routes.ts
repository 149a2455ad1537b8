/** Wallet and payments (spec section 7, Offers, funds, deposit, money). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createBackground } from '#server/accounts/login/background.ts'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import type { Database } from '#server/core/database/open.ts'
import { neededKey } from '#server/core/http/idempotency.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { requireSelf } from '#server/core/http/principal.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import type { Currency } from '#shared/contract/installation.ts'
import { PAYMENTS_PER_HOUR } from '#shared/contract/limits.ts'
import {
  completePayment,
  exportTransactions,
  getPayment,
  getWallet,
  listTransactions,
  type TransactionWire,
  topUpBalance,
} from '#shared/contract/money.ts'
import { csvOf } from '#shared/format/csv.ts'
import { faultsOfBooks } from './books.ts'
import { registerCards } from './card-routes.ts'
import { finishPayment } from './charge.ts'
import { registerDeposits } from './deposit-routes.ts'
import { balancesOf } from './ledger.ts'
import type { MoneyDeps } from './money-deps.ts'
import { topUp } from './pay.ts'
import { ownPayment, paymentWithKey } from './payments.ts'
import { PROVIDER_EVENTS, receiveEvent } from './provider-events.ts'
import { OPEN_PAYMENTS, reconcile } from './reconcile.ts'
import { OPEN_WITHDRAWALS, sendOpenWithdrawals } from './send-withdrawal.ts'
import { statementOf } from './statement.ts'
import { paymentWire } from './wire.ts'

const HOUR_MS = 3_600_000

export function registerMoney(app: FastifyInstance, room: RoomDeps): void {
  const deps: MoneyDeps = {
    ...room,
    background: createBackground(app),
    settings: createSettingsReader(room.db),
    log: app.log,
  }
  registerPayments(app, deps)
  registerStatement(app, deps)
  registerDeposits(app, deps)
  registerCards(app, deps)
  registerBillingWebhook(app, deps)
  startMoneyRules(app, { ...deps, db: room.work, jobs: room.jobs, watch: room.watch })
}

function registerPayments(app: FastifyInstance, deps: MoneyDeps): void {
  const { db } = deps
  const payments = app.createThrottle('top-ups', PAYMENTS_PER_HOUR, HOUR_MS)

  serve(app, getWallet, async ({ me }) => {
    const { balanceCents, depositCents, pendingCents } = await walletOf(db, me.id)
    return {
      data: {
        balance_cents: balanceCents,
        deposit_cents: depositCents,
        pending_cents: pendingCents,
        active_offers_count: await countActiveOffers(db, me.id),
      },
    }
  })

  serve(app, topUpBalance, async ({ body, request, me }) => {
    const idempotencyKey = neededKey(request)
    const isRepeat = async () => (await paymentWithKey(db, me.id, idempotencyKey)) !== undefined
    await payments.takeUnless(String(me.id), isRepeat)
    const payment = await topUp(deps, {
      customerId: me.id,
      idempotencyKey,
      amountCents: body.amount_cents,
      billingInfoId: body.billing_info_id,
    })
    return { data: await paymentWire(db, payment) }
  })

  serve(app, getPayment, async ({ params, me }) => {
    return { data: await paymentWire(db, await ownPayment(db, me.id, params.payment)) }
  })

  serve(app, completePayment, async ({ params, body, me }) => {
    const payment = await ownPayment(db, me.id, params.payment)
    return { data: await paymentWire(db, await finishPayment(deps, payment, body.result_token ?? null)) }
  })
}

function registerStatement(app: FastifyInstance, { db, site }: MoneyDeps): void {
  serve(app, listTransactions, async ({ params, query, me, page, paginated }) => {
    requireSelf(me, params.customer)
    const rows = await statementOf(db, me.id, query, windowOf(page))
    return paginated(pageOf(rows))
  })

  serveSent(app, exportTransactions, async ({ params, query, reply, me }) => {
    requireSelf(me, params.customer)
    const rows = await statementOf(db, me.id, query, { limit: null, offset: 0 })
    const { currency } = await installationOf(site)
    return reply
      .header('Content-Disposition', 'attachment; filename="plat-statement.csv"')
      .type('text/csv; charset=utf-8')
      .serializer((text: string) => text)
      .send(statementCsv(rows, currency))
  })
}

const HEAD = ['Date (UTC)', 'Number', 'Type', 'Description', 'Status']

/** A statement as a file for a spreadsheet. Pure. */
function statementCsv(rows: readonly TransactionWire[], currency: Currency): string {
  const lines = rows.map((row) => [
    row.created_at.slice(0, 19).replace('T', ' '),
    row.id,
    row.kind.replaceAll('_', ' '),
    row.description,
    row.status,
    decimal(row.amount_cents),
    row.balance_cents === null || row.balance_cents === undefined ? '' : decimal(row.balance_cents),
  ])
  return csvOf([[...HEAD, `Amount (${currency})`, `Balance (${currency})`], ...lines])
}

/** Whole cents as digits: no division that could round. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

interface Wallet {
  balanceCents: number
  depositCents: number
  /** Of payments whose end is not known yet. */
  pendingCents: number
}

/** What a customer has: in the wallet, held as a deposit, and on its way. */
export async function walletOf(db: Database, customerId: number): Promise<Wallet> {
  const { wallet, deposit } = await balancesOf(db, customerId)
  return { balanceCents: wallet, depositCents: deposit, pendingCents: await pendingOf(db, customerId) }
}

/** By payments_customer. */
async function pendingOf(db: Database, customerId: number): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['started', 'pending'])
    .executeTakeFirstOrThrow()
  return Number(row.cents)
}

/**
 * The webhook of the card provider. In a separate Fastify scope, because a signature is over the bytes of the body and not
 * over what they mean.
 */
function registerBillingWebhook(app: FastifyInstance, deps: MoneyDeps): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { provider: string } }>(
      '/webhooks/billing/:provider',
      { schema: { hide: true } },
      async (request, reply) => {
        const { billing } = deps.parts
        if (request.params.provider !== billing.name || billing.name === 'none') throw notFound()
        const event = billing.readWebhook(request, String(request.body ?? ''))
        if (event === 'forged')
          throw new Refusal(401, { message: 'The signature is not valid.', code: 'unauthenticated' })
        if (event !== 'irrelevant') await receiveEvent(deps, event)
        return reply.code(204).send()
      },
    )
  })
}

const MINUTE_MS = 60_000

/**
 * The rules of the clock about money: payments and withdrawals that were left open are looked after, and once an hour
 * whether the books are right.
 */
function startMoneyRules(app: FastifyInstance, deps: MoneyDeps & RuleDeps & Pick<RoomDeps, 'watch'>): void {
  startScheduledJob(app, deps, {
    name: 'open-payments',
    everyMs: MINUTE_MS,
    kinds: [OPEN_PAYMENTS, PROVIDER_EVENTS],
    run: () => reconcile(deps),
  })
  startScheduledJob(app, deps, {
    name: 'open-withdrawals',
    everyMs: MINUTE_MS,
    kinds: [OPEN_WITHDRAWALS],
    run: () => sendOpenWithdrawals(deps),
  })
  startScheduledJob(app, deps, {
    name: 'books',
    everyMs: HOUR_MS,
    kinds: [],
    async run() {
      deps.watch.ledgerChecked(await faultsOfBooks(deps.db))
    },
  })
}
