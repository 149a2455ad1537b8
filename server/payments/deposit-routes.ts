/** The refundable deposit: what is held, paying it, asking it back, objecting when staff propose to keep it. */
import type { FastifyInstance } from 'fastify'
import { neededKey } from '#server/core/http/idempotency.ts'
import { requireSelf } from '#server/core/http/principal.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { PAYMENTS_PER_HOUR } from '#shared/contract/limits.ts'
import { appealForfeit, getCurrentDeposit, payDeposit, requestDepositRefund } from '#shared/contract/money.ts'
import { broadcastWallet } from './broadcast.ts'
import { type DepositRow, depositsOf, isOpen, lockDeposit, refundDeposit } from './deposits.ts'
import type { MoneyDeps } from './money-deps.ts'
import { depositFromCard, depositFromWallet, isDepositKeyUsed } from './pay.ts'
import { depositWire, noDepositWire, paymentWire } from './wire.ts'

const HOUR_MS = 3_600_000

export function registerDeposits(app: FastifyInstance, deps: MoneyDeps): void {
  const { db } = deps
  const payments = app.createThrottle('deposits', PAYMENTS_PER_HOUR, HOUR_MS)
  const wire = async (row: DepositRow) => depositWire(db, row, await deps.settings.read())

  serve(app, getCurrentDeposit, async ({ params, me }) => {
    requireSelf(me, params.customer)
    const rows = await depositsOf(db, me.id)
    const open = rows.find(isOpen)
    const earlier = await Promise.all(rows.filter((row) => !isOpen(row)).map(wire))
    return { data: open ? await wire(open) : null, earlier }
  })

  serve(app, payDeposit, async ({ params, body, request, me }) => {
    requireSelf(me, params.customer)
    const idempotencyKey = neededKey(request)
    const isRepeat = () => isDepositKeyUsed(db, { customerId: me.id, idempotencyKey })
    await payments.takeUnless(String(me.id), isRepeat)
    const settings = await deps.settings.read()
    const wanted = {
      customerId: me.id,
      idempotencyKey,
      amountCents: settings.depositAmountCents,
      expectedCents: body.expected_amount_cents,
    }
    const paid =
      body.source === 'wallet'
        ? await depositFromWallet(deps, wanted)
        : await depositFromCard(deps, wanted, neededCard(body.billing_info_id))
    return {
      data: paid.deposit ? await wire(paid.deposit) : await noDepositWire(db, me.id, settings),
      payment: paid.payment ? await paymentWire(db, paid.payment) : null,
    }
  })

  serve(app, requestDepositRefund, async ({ params, me }) => {
    requireSelf(me, params.customer)
    const asked = { customerId: me.id, depositId: params.deposit, nowMs: deps.nowMs() }
    const row = await db.transaction().execute((trx) => refundDeposit(trx, asked))
    await broadcastWallet(deps, me.id)
    return { data: await wire(row) }
  })

  serve(app, appealForfeit, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    const row = await db.transaction().execute(async (trx) => {
      const deposit = await lockDeposit(trx, params.deposit)
      if (deposit?.customer_id !== me.id) throw notFound()
      if (deposit.forfeit_proposed_at === null || !isOpen(deposit))
        throw conflict('Nobody has proposed to keep this deposit, so there is nothing to object to.')
      return trx
        .updateTable('deposits')
        .set({ appeal: body.text })
        .where('id', '=', deposit.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    return { data: await wire(row) }
  })
}

function neededCard(id: number | undefined): number {
  if (id === undefined) throw invalid({ billing_info_id: ['Choose a card.'] })
  return id
}
