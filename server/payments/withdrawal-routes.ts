/** A customer's withdrawals: the list, the possible ways to pay money out, and a new withdrawal. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import { requireIdentity } from '#server/accounts/profile/credential-routes.ts'
import { ownRow } from '#server/accounts/profile/own-row.ts'
import type { ProfileDeps } from '#server/accounts/profile/profile-deps.ts'
import type { Database } from '#server/core/database/open.ts'
import { neededKey } from '#server/core/http/idempotency.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { requireSelf } from '#server/core/http/principal.ts'
import { notFound, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { WITHDRAWALS_PER_HOUR } from '#shared/contract/limits.ts'
import {
  cancelWithdrawal,
  getWithdrawalRoutes,
  listWithdrawals,
  withdraw,
} from '#shared/contract/withdrawals.ts'
import { broadcastWallet } from './broadcast.ts'
import { balancesOf } from './ledger.ts'
import { bookReturn, sendWithdrawals } from './send-withdrawal.ts'
import { beginWithdrawal } from './withdraw.ts'
import {
  CANCELLED_BY_OWNER,
  cardRoutes,
  isTakenOn,
  lockWithdrawal,
  shownWithdrawals,
  withdrawalsWithKey,
  withdrawalWire,
} from './withdrawal-rows.ts'

const HOUR_MS = 3_600_000

export function registerWithdrawals(
  app: FastifyInstance,
  deps: ProfileDeps & { log: Pick<FastifyBaseLogger, 'warn'> },
): void {
  const { db, parts } = deps
  const calls = app.createThrottle('withdrawals', WITHDRAWALS_PER_HOUR, HOUR_MS)

  serve(app, listWithdrawals, async ({ params, me, page, paginated }) => {
    requireSelf(me, params.customer)
    const { limit, offset } = windowOf(page)
    // By withdrawals_customer.
    const rows = await shownWithdrawals(db)
      .where('withdrawals.customer_id', '=', me.id)
      .orderBy('withdrawals.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const found = pageOf(rows)
    return paginated({ ...found, rows: found.rows.map(withdrawalWire) })
  })

  serve(app, getWithdrawalRoutes, async ({ params, me }) => {
    requireSelf(me, params.customer)
    const { wallet } = await balancesOf(db, me.id)
    const { password_hash } = await ownRow(db, me.id)
    const routes = await cardRoutes(db, me.id, { provider: parts.billing.name, nowMs: deps.nowMs() })
    const cards = routes.map(({ brand, lastFour, amountCents }) => ({
      brand,
      last_four: lastFour,
      amount_cents: amountCents,
    }))
    const confirm_by = password_hash === null ? ('code' as const) : ('password' as const)
    return { data: { balance_cents: wallet, cards, confirm_by } }
  })

  serve(app, withdraw, async ({ params, body, request, me }) => {
    requireSelf(me, params.customer)
    const idempotencyKey = neededKey(request)
    const isRepeat = (await withdrawalsWithKey(db, me.id, idempotencyKey)).length > 0
    if (!isRepeat) {
      await calls.take(String(me.id))
      // Money for cards goes to the person who paid. A bank account could belong to anybody.
      if (body.bank) await requireIdentity(deps, me, body)
    }
    const wanted = { customerId: me.id, amountCents: body.amount_cents, bank: body.bank ?? null }
    const by = { secret: deps.secret, provider: parts.billing.name, nowMs: deps.nowMs() }
    const { isNew, rows } = await db
      .transaction()
      .execute((trx) => beginWithdrawal(trx, { ...wanted, idempotencyKey }, by))
    if (isNew) {
      await broadcastWallet(deps, me.id)
      await sendWithdrawals(deps, rows)
    }
    const ids = rows.map(({ id }) => id)
    const shown = await shownWithdrawals(db)
      .where('withdrawals.id', 'in', ids)
      .orderBy('withdrawals.id')
      .execute()
    return { data: shown.map(withdrawalWire) }
  })

  serve(app, cancelWithdrawal, async ({ params: { customer, withdrawal }, me }) => {
    requireSelf(me, customer)
    await cancelRequest(db, { id: withdrawal, customerId: me.id, nowMs: deps.nowMs() })
    await broadcastWallet(deps, me.id)
    // By primary keys.
    const row = await shownWithdrawals(db).where('withdrawals.id', '=', withdrawal).executeTakeFirst()
    if (!row) throw notFound()
    return { data: withdrawalWire(row) }
  })
}

/**
 * Cancels a withdrawal to a bank account for its owner: the money returns to the wallet, unless a member of staff has
 * taken it on. Throws 404 for another's, 409 `in_hand`, 409 `decided` when it goes to a card or has ended.
 */
const cancelRequest = (
  db: Database,
  { id, customerId, nowMs }: { id: number; customerId: number; nowMs: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await holdCustomer(trx, customerId))) throw unauthenticated()
    const row = await lockWithdrawal(trx, id)
    if (row?.customer_id !== customerId) throw notFound()
    if (row.state === 'sending') throw refused('decided', 'This withdrawal is on its way to your card.')
    if (row.state !== 'requested') throw refused('decided', `This withdrawal was ${row.state} already.`)
    if (isTakenOn(row)) throw refused('in_hand', 'Our team is paying this withdrawal out already.')
    await bookReturn(trx, row, { note: CANCELLED_BY_OWNER, nowMs, isOwnAct: true })
  })

const refused = (code: string, message: string) => new Refusal(409, { message, code })
