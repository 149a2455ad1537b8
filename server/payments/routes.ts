/** Wallet and payments (spec section 7, Offers, funds, deposit, money). */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { countActiveOffers } from '#server/accounts/profile/active-offers.ts'
import { neededKey } from '#server/core/http/idempotency.ts'
import { pageOf, paginated, windowOf } from '#server/core/http/paginate.ts'
import { requireSelf } from '#server/core/http/principal.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import { PAYMENTS_PER_HOUR } from '#shared/contract/limits.ts'
import {
  completePayment,
  exportTransactions,
  getPayment,
  getWallet,
  listTransactions,
  topUpBalance,
} from '#shared/contract/money.ts'
import { registerCards } from './card-routes.ts'
import { finishPayment } from './charge.ts'
import { registerDeposits } from './deposit-routes.ts'
import type { MoneyDeps } from './money-deps.ts'
import { topUp } from './pay.ts'
import { ownPayment, paymentWithKey } from './payments.ts'
import { statementOf } from './statement.ts'
import { statementCsv } from './statement-csv.ts'
import { startMoneyRules } from './sweep.ts'
import { walletOf } from './wallet.ts'
import { registerBillingWebhook } from './webhook-routes.ts'
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
  const payments = createThrottle(PAYMENTS_PER_HOUR, HOUR_MS)

  serve(app, getWallet, async ({ me }) => {
    const { balanceCents, depositCents, pendingCents } = await walletOf(db, me.id)
    return {
      data: {
        ...{ balance_cents: balanceCents, deposit_cents: depositCents, pending_cents: pendingCents },
        active_offers_count: await countActiveOffers(db, me.id),
      },
    }
  })

  serve(app, topUpBalance, async ({ body, request, me }) => {
    const idempotencyKey = neededKey(request)
    const isRepeat = async () => (await paymentWithKey(db, me.id, idempotencyKey)) !== undefined
    await payments.takeUnless(String(me.id), isRepeat)
    const payment = await topUp(deps, {
      ...{ customerId: me.id, idempotencyKey },
      ...{ amountCents: body.amount_cents, billingInfoId: body.billing_info_id },
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

function registerStatement(app: FastifyInstance, { db }: MoneyDeps): void {
  serve(app, listTransactions, async ({ params, query, request, me }) => {
    requireSelf(me, params.customer)
    const { page = 1, ...filter } = query
    const rows = await statementOf(db, me.id, filter, windowOf(page))
    return paginated(request, page, pageOf(rows))
  })

  serveSent(app, exportTransactions, async ({ params, query, reply, me }) => {
    requireSelf(me, params.customer)
    const rows = await statementOf(db, me.id, query, { limit: null, offset: 0 })
    return reply
      .header('Content-Disposition', 'attachment; filename="plat-statement.csv"')
      .type('text/csv; charset=utf-8')
      .serializer((text: string) => text)
      .send(statementCsv(rows))
  })
}
