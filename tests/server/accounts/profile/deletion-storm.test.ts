/**
 * Accounts are deleted while everything that could bind them begins, goes on and ends: payments, deposits, charge-backs, offers. In
 * every interleaving no money ends with nobody, and no deal stays pending for somebody who has left.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteCustomer } from '#server/accounts/profile/delete-customer.ts'
import { decideAdjustment, proposeAdjustment } from '#server/admin/adjustments.ts'
import { createLeaving } from '#server/customer-leaving.ts'
import { faultsOfBooks } from '#server/payments/books.ts'
import { holdFromWallet, lockOpenDeposit, refundDeposit } from '#server/payments/deposits.ts'
import { book, lockBalances } from '#server/payments/ledger.ts'
import { beginPayment } from '#server/payments/payments.ts'
import { type Ending, settlePayment } from '#server/payments/settle.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../../admin/staff.ts'
import { addBuyer, addSeller, type Buyer, type SellerSide, TERMS } from '../../offers/offers/scene.ts'

const CUSTOMERS = 24
const DEALS = 6
/** The embedded database does one thing after another, so more would try nothing else there. */
const OPERATIONS = process.env.TEST_DATABASE_URL ? 900 : 250
const WIDTH = 12
const DEPOSIT = 50_000
/** Of a test that fails: the same number plays the same operations, in another order of ends. */
const SEED = 20_261_123

let server: TestServer
let seller: SellerSide
let buyers: Payer[]
let deals: number[]
let staff: number[]
beforeAll(async () => {
  server = await startTestServer({
    limits: { offerCallsPerMinute: 1_000_000, sellerSendsPerMinute: 1_000_000 },
  })
  seller = await addSeller(server)
  staff = [(await addStaff(server, 'Avery')).id, (await addStaff(server, 'Blake')).id]
  buyers = []
  for (let count = 0; count < CUSTOMERS; count++) buyers.push(await addPayer())
  // They pay their deposits themselves.
  await server.database.db.deleteFrom('deposits').execute()
  deals = []
  for (let count = 0; count < DEALS; count++) deals.push(await server.addProperty(seller.id))
  // Half of them may make offers from the beginning.
  for (const who of buyers.slice(CUSTOMERS / 2)) {
    await settle(await pay(who), 'succeeded')
    await hold(who)
  }
})
afterAll(() => server.close())

type Payer = Buyer & { cardId: number }

async function addPayer(): Promise<Payer> {
  const buyer = await addBuyer(server)
  const { id: cardId } = await db()
    .insertInto('billing_infos')
    .values({
      customer_id: buyer.id,
      provider: 'embedded',
      provider_ref: `storm ${buyer.id}`,
      brand: 'Visa',
      last_four: '4417',
      exp_month: 12,
      exp_year: 2031,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...buyer, cardId }
}

/** For what no card takes back. */
const BANK = { holder: 'Dana Whitfield', routing_number: '021000021', account_number: '000123456789' }

let state = SEED
/** mulberry32: small, and the same everywhere. */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T

const db = () => server.database.db
const tally = { deleted: 0, refused: 0, accepted: 0, reversed: 0 }

const ENDINGS = [
  'succeeded',
  'succeeded',
  'requires_action',
  'pending',
  'declined',
  'cancelled',
  'reversed',
] as const

function endingOf(name: (typeof ENDINGS)[number], ref: string): Ending {
  switch (name) {
    case 'requires_action':
      return { state: name, ref, action: { token: 'step' } }
    case 'declined':
      return { state: name, ref, code: 'declined' }
    case 'cancelled':
      return { state: name }
    default:
      return { state: name, ref }
  }
}

const settle = (id: number, name: (typeof ENDINGS)[number]) =>
  settlePayment(db(), id, endingOf(name, `ref ${id}`), Date.now())

async function onePayment(who: Buyer): Promise<number | undefined> {
  const own = db().selectFrom('payments').select('id').where('customer_id', '=', who.id)
  return (await own.orderBy(sql`random()`).limit(1).executeTakeFirst())?.id
}

async function oneOffer(states: readonly ('submitted' | 'accepted')[]) {
  const offers = db().selectFrom('offers').select(['id', 'version', 'customer_id'])
  return offers.where('state', 'in', states).orderBy(sql`random()`).limit(1).executeTakeFirst()
}

type Operation = (who: Payer) => Promise<unknown>

async function pay(who: Payer): Promise<number> {
  const wanted = { customerId: who.id, amountCents: 60_000, purpose: 'top_up', provider: 'embedded' } as const
  const key = `key ${random(1e9)}`
  const { payment } = await db()
    .transaction()
    .execute((trx) => beginPayment(trx, { ...wanted, billingInfoId: who.cardId, idempotencyKey: key }))
  return payment.id
}

const settleOne: Operation = async (who) => {
  const ending = pick(ENDINGS)
  const id = await onePayment(who)
  if (id === undefined) return
  await settle(id, ending)
  if (ending === 'reversed') tally.reversed += 1
}

const hold: Operation = (who) =>
  db()
    .transaction()
    .execute((trx) =>
      holdFromWallet(trx, {
        customerId: who.id,
        amountCents: DEPOSIT,
        expectedCents: DEPOSIT,
        idempotencyKey: `hold ${random(1e9)}`,
      }),
    )

const release: Operation = (who) =>
  db()
    .transaction()
    .execute(async (trx) => {
      const open = await lockOpenDeposit(trx, who.id)
      if (open) await refundDeposit(trx, { customerId: who.id, depositId: open.id, nowMs: Date.now() })
    })

const spend: Operation = (who) =>
  db()
    .transaction()
    .execute(async (trx) => {
      const { wallet } = await lockBalances(trx, who.id)
      const spent = { kind: 'adjustment', from: 'wallet', to: 'adjustments', description: 'Spent' } as const
      if (wallet > 0)
        await book(trx, { ...spent, customerId: who.id, amountCents: wallet, cause: `spent ${random(1e9)}` })
    })

const adjust: Operation = async (who) => {
  const [proposer = 0, decider = 0] = staff
  const by = (id: number) => ({
    acting: { actor: { kind: 'staff' as const, id }, ip: '127.0.0.1' },
    nowMs: Date.now(),
  })
  const proposal = {
    staffId: proposer,
    customerId: who.id,
    amountCents: 1000,
    reason: 'A gift of the storm.',
  }
  const id = await proposeAdjustment(
    db(),
    { ...proposal, idempotencyKey: `gift ${random(1e9)}` },
    by(proposer),
  )
  await decideAdjustment(db(), { id, staffId: decider, decision: 'approve', note: undefined }, by(decider))
}

const offer: Operation = async (who) =>
  answered(await who.post('/offer', { property_id: pick(deals), terms: TERMS, proof_id: who.proofId }))

const accept: Operation = async () => {
  const found = await oneOffer(['submitted'])
  if (!found) return
  const { status } = answered(
    await seller.put(`/offers/${found.id}`, { action: 'accept', version: found.version }),
  )
  if (status === 200) tally.accepted += 1
}

const fallThrough: Operation = async () => {
  const found = await oneOffer(['accepted'])
  if (found)
    answered(await seller.put(`/offers/${found.id}`, { action: 'fall_through', version: found.version }))
}

const withdraw: Operation = async () => {
  const found = await oneOffer(['submitted'])
  const who = buyers.find(({ id }) => id === found?.customer_id)
  if (found && who)
    answered(await who.put(`/offer/${found.id}`, { action: 'withdraw', version: found.version }))
}

const leave: Operation = async (who) => {
  const row = await db().selectFrom('customers').selectAll().where('id', '=', who.id).executeTakeFirst()
  if (!row) return
  await deleteCustomer(
    { db: db(), nowMs: Date.now, leaving: createLeaving({ secret: '', parts: server.parts }) },
    row,
    { bank: BANK },
  )
  tally.deleted += 1
}

/** What was declined comes after all, in the very moment in which its owner leaves. */
const leaveInARace: Operation = async (who) => {
  const id = await pay(who)
  await settle(id, 'declined')
  const [left] = await Promise.allSettled([leave(who), settle(id, 'succeeded')])
  if (left.status === 'rejected') throw left.reason
}

/** The bank takes back whatever the buyer of a taken deal has paid, the deposit with it, and then they leave. */
const chargeBackAndLeave: Operation = async () => {
  const found = await oneOffer(['accepted'])
  const who = buyers.find(({ id }) => id === found?.customer_id)
  if (!who) return
  const own = db().selectFrom('payments').select('id').where('customer_id', '=', who.id)
  for (const { id } of await own.execute()) await settle(id, 'reversed')
  tally.reversed += 1
  await spend(who)
  await leave(who)
}

const LEAVING: readonly Operation[] = [leave, leaveInARace, chargeBackAndLeave]

/** A "no" is an answer; an error of the server's, such as a deadlock, is not. */
function answered<Answer extends { status: number; body: unknown }>(answer: Answer): Answer {
  if (answer.status >= 500) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}

const OPERATION: readonly Operation[] = [
  pay,
  pay,
  pay,
  settleOne,
  settleOne,
  settleOne,
  settleOne,
  hold,
  hold,
  hold,
  release,
  spend,
  spend,
  adjust,
  offer,
  offer,
  offer,
  offer,
  accept,
  accept,
  fallThrough,
  withdraw,
  ...LEAVING,
]

const rarest = () => Math.min(tally.deleted, tally.refused, tally.accepted, tally.reversed)

it('leaves no money without an owner, and no deal waiting for a deleted account', async () => {
  let left = OPERATIONS
  const worker = async () => {
    // A storm in which nobody leaves, or everybody does at once, would prove nothing: it goes on until each has been.
    while (left > 0 || (left > -OPERATIONS && rarest() === 0)) {
      left -= 1
      const [operation, who] = [pick(OPERATION), pick(buyers)]
      await operation(who).catch((error: Error) => {
        if (error.name !== 'Refusal') throw error
        if (LEAVING.includes(operation)) tally.refused += 1
      })
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, worker))
  // Whatever the storm did, one of them left with a payment that comes after all.
  const gone = await addPayer()
  await settle(await pay(gone), 'declined')
  await db().deleteFrom('deposits').where('customer_id', '=', gone.id).execute()
  await leave(gone)
  const settled = await db().selectFrom('payments').select('id').execute()
  // What the provider has to say of all of them comes late.
  await Promise.all(settled.map(({ id }) => settle(id, 'succeeded')))
  expect(rarest()).toBeGreaterThan(0)

  expect(await faultsOfBooks(db())).toEqual([])
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from offers o where not exists (select 1 from customers c where c.id = o.customer_id)) as offers,
      (select count(*)::int from deposits d where d.state in ('pending', 'current', 'refund_requested')
        and not exists (select 1 from customers c where c.id = d.customer_id)) as deposits,
      (select count(*)::int from properties p where (p.status = 1) <> exists (select 1 from offers o
        where o.property_id = p.id and o.state in ('accepted', 'confirmed', 'under_contract'))) as deals,
      (select coalesce(sum(p.amount_cents), 0)::int from payments p join ledger_transactions t on t.payment_id = p.id
        join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.ledger_account_id
        where a.kind = 'suspense' and e.amount_cents > 0
          and exists (select 1 from customers c where c.id = p.customer_id)) as taken_from_the_living`.execute(
    db(),
  )
  expect(rows).toEqual([{ offers: 0, deposits: 0, deals: 0, taken_from_the_living: 0 }])
  const { total } = await db()
    .selectFrom('ledger_accounts')
    .innerJoin('ledger_entries', 'ledger_account_id', 'ledger_accounts.id')
    .select(sql<number>`sum(amount_cents)::int`.as('total'))
    .where('kind', '=', 'suspense')
    .executeTakeFirstOrThrow()
  expect(total).toBeGreaterThan(0)
}, 120_000)
