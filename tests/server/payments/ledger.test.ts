/** The ledger on its own: what can be booked, and what the database refuses however it is asked. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endDeposit, holdFromWallet, lockCurrentDeposit, refundDeposit } from '#server/payments/deposits.ts'
import { chargePlatformFee, refundPlatformFee } from '#server/payments/fees.ts'
import { book, lockBalances } from '#server/payments/ledger.ts'
import { walletOf } from '#server/payments/routes.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.database.db
const NOW_MS = Date.UTC(2025, 5, 10)

async function customerWith(cents: number): Promise<number> {
  const { id } = await server.addCustomer()
  if (cents > 0)
    await db()
      .transaction()
      .execute(async (trx) => {
        await lockBalances(trx, id)
        await book(trx, {
          kind: 'top_up',
          from: 'provider',
          to: 'wallet',
          cause: `test:${id}`,
          customerId: id,
          amountCents: cents,
          description: 'Card',
        })
      })
  return id
}

async function offerOf(customerId: number): Promise<number> {
  const seller = await server.addAccount()
  const property = await server.addProperty(seller.id)
  const row = await db()
    .insertInto('offers')
    .values({
      property_id: property,
      customer_id: customerId,
      account_id: seller.id,
      state: 'accepted',
      terms: '{}',
      snapshot: 'null',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const hold = (customerId: number, key: string, expectedCents = 50_000) =>
  db()
    .transaction()
    .execute((trx) =>
      holdFromWallet(trx, { customerId, amountCents: 50_000, expectedCents, idempotencyKey: key }),
    )

const refund = (customerId: number, depositId: number) =>
  db()
    .transaction()
    .execute((trx) => refundDeposit(trx, { customerId, depositId, nowMs: NOW_MS }))

describe('the ledger', () => {
  it('books a cause once, however often it is asked to', async () => {
    const id = await customerWith(1000)
    const again = await db()
      .transaction()
      .execute(async (trx) => {
        await lockBalances(trx, id)
        return book(trx, {
          kind: 'top_up',
          from: 'provider',
          to: 'wallet',
          cause: `test:${id}`,
          customerId: id,
          amountCents: 1000,
          description: 'Card',
        })
      })
    expect(again).toBe(false)
    expect((await walletOf(db(), id)).balanceCents).toBe(1000)
  })

  it('has the database refuse a transaction that does not add up to zero', async () => {
    const id = await customerWith(1000)
    const oneSided = db()
      .transaction()
      .execute(async (trx) => {
        const { id: transactionId } = await trx
          .insertInto('ledger_transactions')
          .values({ kind: 'adjustment', customer_id: id, description: 'x', cause: `lopsided:${id}` })
          .returning('id')
          .executeTakeFirstOrThrow()
        await sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_cents)
          select ${transactionId}, id, 100 from ledger_accounts where customer_id = ${id} and kind = 'wallet'`.execute(
          trx,
        )
      })
    await expect(oneSided).rejects.toThrow(/add up to zero/)
    expect((await walletOf(db(), id)).balanceCents).toBe(1000)
  })

  it('has the database refuse to overdraw a wallet even when nobody checked', async () => {
    const id = await customerWith(1000)
    const tooMuch = db()
      .transaction()
      .execute((trx) =>
        book(trx, {
          kind: 'adjustment',
          from: 'wallet',
          to: 'adjustments',
          cause: `overdraw:${id}`,
          customerId: id,
          amountCents: 1001,
          description: 'x',
        }),
      )
    await expect(tooMuch).rejects.toThrow(/overdrawn/)
  })

  it('keeps entries as they are', async () => {
    await customerWith(1000)
    await expect(sql`update ledger_entries set amount_cents = 5`.execute(db())).rejects.toThrow(
      /only ever added/,
    )
    await expect(sql`delete from ledger_entries`.execute(db())).rejects.toThrow(/only ever added/)
  })
})

describe('a deposit', () => {
  it('is held from the wallet, lets offers be made, and comes back whole', async () => {
    const id = await customerWith(80_000)
    const deposit = await hold(id, 'a')
    expect(deposit.state).toBe('current')
    expect(await walletOf(db(), id)).toEqual({ balanceCents: 30_000, depositCents: 50_000, pendingCents: 0 })
    const locked = await db()
      .transaction()
      .execute((trx) => lockCurrentDeposit(trx, id))
    expect(locked?.id).toBe(deposit.id)

    expect((await refund(id, deposit.id)).state).toBe('refunded')
    expect((await refund(id, deposit.id)).state).toBe('refunded')
    expect(await walletOf(db(), id)).toEqual({ balanceCents: 80_000, depositCents: 0, pendingCents: 0 })
  })

  it('is the same one for a repeated key and refused for another', async () => {
    const id = await customerWith(200_000)
    const [first, second] = await Promise.all([hold(id, 'same'), hold(id, 'same')])
    expect(second.id).toBe(first.id)
    await expect(hold(id, 'other')).rejects.toMatchObject({ problem: { code: 'exists' } })
    expect((await walletOf(db(), id)).depositCents).toBe(50_000)
  })

  it('says that the wallet is short, and that the amount has changed', async () => {
    const id = await customerWith(10_000)
    await expect(hold(id, 'a')).rejects.toMatchObject({ status: 409, problem: { code: 'insufficient' } })
    await expect(hold(id, 'b', 25_000)).rejects.toMatchObject({ problem: { code: 'changed' } })
  })

  it('stays while an active offer stands on it', async () => {
    const id = await customerWith(50_000)
    const deposit = await hold(id, 'a')
    await offerOf(id)
    await expect(refund(id, deposit.id)).rejects.toMatchObject({ problem: { code: 'active_offers' } })
  })

  it('of somebody else does not exist', async () => {
    const [mine, theirs] = [await customerWith(50_000), await customerWith(0)]
    const deposit = await hold(mine, 'a')
    await expect(refund(theirs, deposit.id)).rejects.toMatchObject({ status: 404 })
  })

  it('ends once: what was forfeited cannot be refunded', async () => {
    const id = await customerWith(50_000)
    const deposit = await hold(id, 'a')
    await db()
      .transaction()
      .execute((trx) => endDeposit(trx, deposit, { as: 'forfeited', nowMs: NOW_MS }))
    await expect(refund(id, deposit.id)).rejects.toMatchObject({ problem: { code: 'state' } })
    expect(await walletOf(db(), id)).toEqual({ balanceCents: 0, depositCents: 0, pendingCents: 0 })
  })
})

describe('the platform fee', () => {
  const charge = (customerId: number, offerId: number) =>
    db()
      .transaction()
      .execute((trx) =>
        chargePlatformFee(trx, { customerId, offerId, amountCents: 99_700, description: 'Platform fee' }),
      )

  it('is taken once per offer and given back once', async () => {
    const id = await customerWith(100_000)
    const offerId = await offerOf(id)
    await Promise.all([charge(id, offerId), charge(id, offerId)])
    expect((await walletOf(db(), id)).balanceCents).toBe(300)
    const giveBack = () =>
      db()
        .transaction()
        .execute((trx) => refundPlatformFee(trx, { offerId }))
    await Promise.all([giveBack(), giveBack()])
    expect((await walletOf(db(), id)).balanceCents).toBe(100_000)
  })

  it('is refused in words that say what is missing', async () => {
    const id = await customerWith(90_000)
    await expect(charge(id, await offerOf(id))).rejects.toMatchObject({
      status: 409,
      problem: { code: 'funds', message: expect.stringContaining('$97') },
    })
  })
})
