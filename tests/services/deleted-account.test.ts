/**
 * An account is deleted during another change, and the other way round, on a PostgreSQL that runs both at once: the second waits and then
 * sees what the first did. No money and no offer belongs to a deleted account.
 */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteCustomer } from '#server/accounts/profile/delete-customer.ts'
import { decideAdjustment, proposeAdjustment } from '#server/admin/adjustments.ts'
import { openDatabase } from '#server/core/database/open.ts'
import { createLeaving } from '#server/customer-leaving.ts'
import { faultsOfBooks } from '#server/payments/books.ts'
import { holdFromWallet } from '#server/payments/deposits.ts'
import { balancesOf } from '#server/payments/ledger.ts'
import { beginPayment } from '#server/payments/payments.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import { addBuyer, addSeller, type Buyer, TERMS } from '#tests/server/offers/offers/scene.ts'
import { createDatabase, type OwnDatabase } from '#tests/support/postgres-databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let own: OwnDatabase
let server: TestServer
let gate: pg.Client
let deal: number
let staff: [number, number]
let dana: Buyer
let paymentId: number

beforeAll(async () => {
  const made = await createDatabase()
  if (!made) throw new Error('TEST_DATABASE_URL is needed.')
  own = made
  const database = await openDatabase({ url: own.url })
  await database.migrate()
  server = await startTestServer({ database, limits: { offerCallsPerMinute: 10_000 } })
  gate = new pg.Client({ connectionString: own.url })
  await gate.connect()
  staff = [(await addStaff(server, 'Avery')).id, (await addStaff(server, 'Blake')).id]
  deal = await server.addProperty((await addSeller(server)).id)
})
beforeEach(async () => {
  dana = await addBuyer(server)
  paymentId = (await pay()).payment.id
  await settle('declined')
})
afterEach(async () => {
  expect(await faultsOfBooks(server.database.db)).toEqual([])
  const ghosts = `select 1 from offers o where not exists (select 1 from customers c where c.id = o.customer_id)
    union all select 1 from payments p where p.state in ('started', 'requires_action', 'pending')
      and not exists (select 1 from customers c where c.id = p.customer_id)`
  expect((await gate.query(ghosts)).rows).toEqual([])
})
afterAll(async () => {
  await gate.end()
  await server.close()
  await own.drop()
})

const db = () => server.database.db
const GATE = 4711

/** Whoever writes this table waits there, in the middle of the transaction, until the gate is opened. */
async function closeGate(table: string, on: 'insert' | 'update' | 'delete'): Promise<void> {
  await gate.query(`create or replace function wait_at_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${GATE});
      return coalesce(new, old);
    end $$`)
  await gate.query(
    `create trigger gate before ${on} on ${table} for each row execute function wait_at_gate()`,
  )
  await gate.query(`select pg_advisory_lock(${GATE})`)
}

async function openGate(): Promise<void> {
  await gate.query(`select pg_advisory_unlock(${GATE})`)
}

const waiting = async (what: 'advisory' | 'other'): Promise<number> => {
  const { rows } = await gate.query(
    `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database or l.database is null
      where d.datname = current_database() and not l.granted
        and (l.locktype = 'advisory') = ${what === 'advisory'} and l.pid <> pg_backend_pid()`,
  )
  return rows[0].count
}

/** The first gets to the gate, then the second begins and gets as far as it can; then the gate is opened. */
async function race(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[PromiseSettledResult<unknown>, PromiseSettledResult<unknown>]> {
  let hasEnded = false
  const one = Promise.allSettled([first()])
  await expect.poll(() => waiting('advisory')).toBe(1)
  const two = Promise.allSettled([second()]).finally(() => {
    hasEnded = true
  })
  await expect.poll(async () => hasEnded || (await waiting('other')) > 0).toBe(true)
  await openGate()
  const [[a], [b]] = await Promise.all([one, two])
  await gate.query('drop function wait_at_gate() cascade')
  return [a, b]
}

const pay = () =>
  db()
    .transaction()
    .execute((trx) =>
      beginPayment(trx, {
        customerId: dana.id,
        amountCents: 60_000,
        purpose: 'top_up',
        provider: 'embedded',
        billingInfoId: null as never,
        idempotencyKey: `key-${Math.random()}`,
      }),
    )

const settle = (state: 'succeeded' | 'declined') =>
  settlePayment(
    db(),
    paymentId,
    state === 'declined' ? { state, ref: null, code: 'declined' } : { state, ref: `ref ${paymentId}` },
    Date.now(),
  )

async function adjust(): Promise<unknown> {
  const by = (id: number) => ({
    acting: { actor: { kind: 'staff' as const, id }, ip: '127.0.0.1' },
    nowMs: Date.now(),
  })
  const proposal = {
    staffId: staff[0],
    customerId: dana.id,
    amountCents: 1000,
    reason: 'For the race of it.',
  }
  const id = await proposeAdjustment(db(), { ...proposal, idempotencyKey: `k${Math.random()}` }, by(staff[0]))
  const decision = { id, staffId: staff[1], decision: 'approve', note: undefined } as const
  return decideAdjustment(db(), decision, by(staff[1]))
}

async function offer(): Promise<unknown> {
  const answer = await dana.post('/offer', { property_id: deal, terms: TERMS, proof_id: dana.proofId })
  if (answer.status !== 201)
    throw Object.assign(new Error(JSON.stringify(answer.body)), { status: answer.status })
  return answer
}

async function leave(): Promise<unknown> {
  await db().deleteFrom('deposits').where('customer_id', '=', dana.id).execute()
  const row = await db()
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', dana.id)
    .executeTakeFirstOrThrow()
  return deleteCustomer(
    { db: db(), nowMs: Date.now, leaving: createLeaving({ secret: '', parts: server.parts }) },
    row,
  )
}

const isHere = async () =>
  (await db().selectFrom('customers').select('id').where('id', '=', dana.id).execute()).length === 1

const suspense = async (): Promise<number> => {
  const { rows } = await gate.query(
    `select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries e
      join ledger_accounts a on a.id = e.ledger_account_id where a.kind = 'suspense'`,
  )
  return rows[0].cents
}

const OPERATIONS = [
  ['a payment that comes late', 'payments', 'update', () => settle('succeeded')],
  ['a top-up that begins', 'payments', 'insert', () => pay()],
  ['an adjustment that is approved', 'ledger_transactions', 'insert', () => adjust()],
  ['an offer that is sent', 'offers', 'insert', () => offer()],
] as const

/** By what is open then: 409; by money that no card takes back, so that it needs a bank account: 422. */
const REFUSED: Readonly<Record<string, number>> = {
  'a top-up that begins': 409,
  'an adjustment that is approved': 422,
  'an offer that is sent': 409,
}

it.each(OPERATIONS.filter(([what]) => what in REFUSED))(
  '%s keeps the account that is deleted in the middle of it',
  async (what, table, on, work) => {
    await closeGate(table, on)
    const [worked, left] = await race(work, leave)
    expect(worked).toMatchObject({ status: 'fulfilled' })
    expect(left).toMatchObject({ status: 'rejected', reason: { name: 'Refusal', status: REFUSED[what] } })
    expect(await isHere()).toBe(true)
  },
)

it('a payment that comes in the middle of the deletion is paid out with it', async () => {
  await closeGate('payments', 'update')
  const [worked, left] = await race(() => settle('succeeded'), leave)
  expect(worked).toMatchObject({ status: 'fulfilled' })
  expect(left).toMatchObject({
    status: 'fulfilled',
    value: {
      withdrawals: [{ method: 'card', state: 'sending', payment_id: paymentId, amount_cents: 60_000 }],
    },
  })
  expect(await isHere()).toBe(false)
})

it.each(OPERATIONS)(
  '%s finds nobody when the account is deleted just before',
  async (what, _table, _on, work) => {
    const before = await suspense()
    await closeGate('customers', 'delete')
    const [left, worked] = await race(leave, work)
    expect(left).toMatchObject({ status: 'fulfilled' })
    expect(await isHere()).toBe(false)
    if (what === 'a payment that comes late') {
      expect(worked).toMatchObject({ status: 'fulfilled' })
      expect(await suspense()).toBe(before + 60_000)
    } else expect(worked).toMatchObject({ status: 'rejected' })
  },
)

it('a deposit that is made in the instant of a chargeback goes back with the money in it', async () => {
  await db().deleteFrom('deposits').where('customer_id', '=', dana.id).execute()
  await settle('succeeded')
  const wanted = { customerId: dana.id, amountCents: 60_000, expectedCents: 60_000 }
  await closeGate('deposits', 'insert')
  const [held, reversed] = await race(
    () =>
      db()
        .transaction()
        .execute((trx) => holdFromWallet(trx, { ...wanted, idempotencyKey: `d${Math.random()}` })),
    () => settlePayment(db(), paymentId, { state: 'reversed', ref: `ref ${paymentId}` }, Date.now()),
  )
  expect([held, reversed]).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  const deposits = await db()
    .selectFrom('deposits')
    .select('state')
    .where('customer_id', '=', dana.id)
    .execute()
  expect(deposits).toEqual([{ state: 'refunded' }])
  expect(await balancesOf(db(), dana.id)).toEqual({ wallet: 0, deposit: 0 })
  const owed = await db()
    .selectFrom('ledger_transactions')
    .select('id')
    .where('customer_id', '=', dana.id)
    .where('kind', '=', 'adjustment')
    .execute()
  expect(owed).toEqual([])
})

it('two offers of somebody without a deposit are refused one after the other, and neither ends the other', async () => {
  await db().deleteFrom('deposits').where('customer_id', '=', dana.id).execute()
  await closeGate('offers', 'insert')
  const both = await race(offer, offer)
  for (const one of both) expect(one).toMatchObject({ status: 'rejected', reason: { status: 409 } })
})
