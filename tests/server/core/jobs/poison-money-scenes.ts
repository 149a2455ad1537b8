/** Payments, withdrawals and a provider's events of which one cannot be worked through. */
import { book, lockBalances } from '#server/payments/ledger.ts'
import { beginWithdrawal } from '#server/payments/withdraw.ts'
import { trap } from './poison.ts'
import { ago, arranged, type Scene, THREE, type World } from './poison-world.ts'

async function payments({ server, db }: World): Promise<number[]> {
  const ids: number[] = []
  for (const of of THREE) {
    const { id: customer_id } = await server.addCustomer()
    const row = await db
      .insertInto('payments')
      .values({
        customer_id,
        purpose: 'top_up',
        amount_cents: 5000,
        state: 'started',
        action: 'null',
        provider: 'embedded',
        idempotency_key: `poison ${of}`,
        created_at: ago(48 - of),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(row.id)
  }
  return ids
}

/** Each of a wallet that was topped up, on its way back to the card. */
async function withdrawals(world: World): Promise<number[]> {
  const { server, db } = world
  const ids: number[] = []
  for (const paymentId of await payments(world)) {
    const { customer_id: customerId } = await db
      .updateTable('payments')
      .set({ state: 'succeeded', provider_ref: `plat-${paymentId}-a`, settled_at: new Date() })
      .where('id', '=', paymentId)
      .returning('customer_id')
      .executeTakeFirstOrThrow()
    const { rows } = await db.transaction().execute(async (trx) => {
      await lockBalances(trx, customerId)
      await book(trx, {
        kind: 'top_up',
        from: 'provider',
        to: 'wallet',
        cause: `in:payment:${paymentId}`,
        customerId,
        amountCents: 5000,
        paymentId,
        description: 'Top-up',
      })
      const wanted = { customerId, amountCents: 5000, bank: null, idempotencyKey: 'poison' }
      return beginWithdrawal(trx, wanted, {
        secret: 'unused',
        provider: server.parts.billing.name,
        nowMs: Date.now(),
      })
    })
    for (const { id } of rows) {
      await db
        .updateTable('withdrawals')
        .set({ created_at: ago(2) })
        .where('id', '=', id)
        .execute()
      ids.push(id)
    }
  }
  return ids
}

export const MONEY_SCENES: readonly Scene[] = [
  {
    job: 'open-payments',
    kind: 'open-payments',
    async arrange(world) {
      const ids = await payments(world)
      const trapped = await trap(world.db, { table: 'payments', on: 'update', when: `new.id = ${ids[0]}` })
      return arranged(world.db, { table: 'payments', ids, isLeft: `state = 'started'`, trapped })
    },
  },
  {
    job: 'open-payments',
    kind: 'provider-events',
    async arrange(world) {
      const { db } = world
      const ids = await payments(world)
      for (const id of ids) {
        await db
          .updateTable('payments')
          .set({ provider_ref: `plat-${id}-a` })
          .where('id', '=', id)
          .execute()
        const payload = JSON.stringify({
          event_id: `heard ${id}`,
          charge: `plat-${id}-a`,
          state: 'succeeded',
        })
        await db
          .insertInto('provider_events')
          .values({ provider: 'embedded', event_ref: `heard ${id}`, payload, received_at: ago(2) })
          .execute()
      }
      const trapped = await trap(db, { table: 'payments', on: 'update', when: `new.id = ${ids[0]}` })
      const rows = { table: 'payments', ids, isLeft: `state <> 'succeeded'`, trapped }
      return arranged(db, rows, `embedded:heard ${ids[0]}`)
    },
  },
  {
    job: 'open-withdrawals',
    kind: 'open-withdrawals',
    async arrange(world) {
      const ids = await withdrawals(world)
      const trapped = await trap(world.db, { table: 'withdrawals', on: 'update', when: `new.id = ${ids[0]}` })
      return arranged(world.db, { table: 'withdrawals', ids, isLeft: `state = 'sending'`, trapped })
    },
  },
]
