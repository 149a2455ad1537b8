/** A buyer who may make offers, a seller with a deal, and both sides' calls about offers. */
import { type Insertable, sql } from 'kysely'
import type { ProofsOfFundsTable } from '#server/core/database/offer-tables.ts'
import type { CallOptions, Person, Seller, TestServer } from '#tests/support/server.ts'

export interface Side {
  get(url: string): ReturnType<TestServer['call']>
  put(url: string, body?: unknown): ReturnType<TestServer['call']>
  post(url: string, body?: unknown, headers?: CallOptions['headers']): ReturnType<TestServer['call']>
  remove(url: string): ReturnType<TestServer['call']>
}

/** What is needed of a server, which may run apart. */
type Place = Pick<TestServer, 'database' | 'call' | 'addCustomer' | 'addAccount'>

export interface Buyer extends Person, Side {
  proofId: number
}

/** Email and phone confirmed, a proof of funds, a deposit and money in the wallet. */
export async function addBuyer(server: Place, name = 'Dana Whitfield'): Promise<Buyer> {
  const person = await server.addCustomer(name)
  const { db } = server.database
  const of = { customer_id: person.id }
  await db
    .updateTable('customers')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', person.id)
    .execute()
  await db
    .insertInto('customer_phones')
    .values({
      ...of,
      phone: `+1713284${String(1000 + person.id)}`,
      is_default: true,
      confirmed_at: new Date(),
    })
    .execute()
  await db
    .insertInto('deposits')
    .values({ ...of, amount_cents: 50_000, state: 'current' })
    .execute()
  return {
    ...person,
    ...sideOf(server, person.token, '/customer/api'),
    proofId: await addProof(server, person.id),
  }
}

/** Reviewed and approved, unless it is said otherwise. */
export async function addProof(
  { database: { db } }: Pick<Place, 'database'>,
  customerId: number,
  more: Partial<Insertable<ProofsOfFundsTable>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('proofs_of_funds')
    .values({
      customer_id: customerId,
      ref: `ref-${Math.random()}`,
      file_name: 'bank.pdf',
      content_type: 'application/pdf',
      size_bytes: 9,
      storage_key: 'proofs/a.pdf',
      review: 'approved',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface SellerSide extends Seller, Side {}

export async function addSeller(server: Place, title?: string): Promise<SellerSide> {
  const seller = await server.addAccount(title)
  return { ...seller, ...sideOf(server, seller.token, '/account/api') }
}

function sideOf(server: Pick<Place, 'call'>, token: string, root: string): Side {
  return {
    get: (url) => server.call('GET', root + url, { token }),
    put: (url, body = {}) => server.call('PUT', root + url, { token, body }),
    post: (url, body = {}, headers = {}) => server.call('POST', root + url, { token, body, headers }),
    remove: (url) => server.call('DELETE', root + url, { token }),
  }
}

export const TERMS = {
  price_cents: 15_000_000,
  entity_id: null,
  financing: 'cash',
  earnest_money_cents: 250_000,
  inspection_days: 7,
  closing_on: '2099-03-31',
  contingencies: ['inspection'],
  is_assignable: false,
  answer_hours: 48,
  note: '',
} as const

/** Sends an offer and returns it; fails unless it was taken. */
export async function sendOffer(buyer: Buyer, propertyId: number, terms: object = {}) {
  const body = { property_id: propertyId, terms: { ...TERMS, ...terms }, proof_id: buyer.proofId }
  const { status, body: reply } = await buyer.post('/offer', body)
  if (status !== 201) throw new Error(`The offer was refused: ${JSON.stringify(reply)}`)
  return reply.data as { id: number; version: number; state: string }
}

/** The words, labels and moves in the thread of two, the oldest first. */
export const threadOf = ({ database: { db } }: TestServer, customerId: number, accountId: number) =>
  db
    .selectFrom('messages')
    .select(['type', 'action', 'body', 'offer_id', 'offer_move_id'])
    .where('customer_id', '=', customerId)
    .where('account_id', '=', accountId)
    .orderBy('sort_at')
    .execute()

/** Puts money into a wallet, from the provider. */
export async function topUp(
  { database: { db } }: TestServer,
  customerId: number,
  cents: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`insert into ledger_accounts (kind, customer_id) values ('wallet', ${customerId}), ('deposit', ${customerId})
      on conflict do nothing`.execute(trx)
    const { rows } = await sql<{
      id: number
    }>`insert into ledger_transactions (kind, customer_id, description, cause)
      values ('top_up', ${customerId}, 'Top-up', ${`test:${Math.random()}`}) returning id`.execute(trx)
    const id = rows[0]?.id
    await sql`insert into ledger_entries (transaction_id, ledger_account_id, amount_cents)
      select ${id}, id, case kind when 'wallet' then ${cents}::bigint else -${cents}::bigint end from ledger_accounts
      where (kind = 'wallet' and customer_id = ${customerId}) or kind = 'provider'`.execute(trx)
  })
}
