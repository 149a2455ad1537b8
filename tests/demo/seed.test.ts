import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { NotADemoWorld, readSeededWorld, seedOnce } from '#demo/seed/seed.ts'
import { isPassword } from '#server/accounts/login/passwords.ts'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { starsOf } from '#server/sellers/reviews/rating.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const NOW = Date.UTC(2026, 2, 3, 16, 0)
let database: OpenDatabase | null = null

const open = async () => {
  database = await openTestDatabase()
  return database.db
}

afterEach(() => database?.close())

const EVERYBODY = ['Dana', 'Marcus', 'Priya', 'Theo', 'Carla', 'Wes', 'Renee'].map((first_name) => ({
  first_name,
  isEmailConfirmed: true,
  isPhoneConfirmed: first_name !== 'Renee',
}))

async function people(db: Database) {
  const rows = await db
    .selectFrom('customers')
    .innerJoin('customer_phones', 'customer_phones.customer_id', 'customers.id')
    .where('is_default', '=', true)
    .select(['first_name', 'email_confirmed_at', 'confirmed_at'])
    .orderBy('customers.id')
    .execute()
  return rows.map(({ first_name, email_confirmed_at, confirmed_at }) => ({
    first_name,
    isEmailConfirmed: email_confirmed_at !== null,
    isPhoneConfirmed: confirmed_at !== null,
  }))
}

async function count(db: Database, table: 'messages'): Promise<number> {
  return (await db.selectFrom(table).select('id').execute()).length
}

/** As a release had it in which no deal could be closed. */
async function forgetClosings(db: Database): Promise<void> {
  for (const table of CLOSINGS) {
    // The ledger lets nobody take anything away.
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
  }
  await db.deleteFrom('ledger_accounts').where('customer_id', 'is not', null).execute()
  await db.deleteFrom('customers').where('id', '>', 100_000).execute()
  await sql`alter table demo_world drop column has_closings`.execute(db)
}

/** In an order that the foreign keys allow. */
const CLOSINGS = [
  'reviews',
  'proofs_of_funds',
  'deposits',
  'payments',
  'billing_infos',
  'ledger_entries',
  'ledger_transactions',
]

describe('seeding', () => {
  it('fills an empty database, with passwords that open it', async () => {
    const db = await open()
    expect(await readSeededWorld(db)).toBeNull()
    const seeded = await seedOnce(db, { messages: 40, companies: 0, deals: 0, nowMs: NOW })
    expect(seeded).toMatchObject({ isNew: true, messages: 40 })
    const dana = await db
      .selectFrom('customers')
      .selectAll()
      .where('email', '=', 'dana@whitfieldholdings.com')
      .executeTakeFirstOrThrow()
    expect(dana.password_hash).toMatch(/^\$argon2id\$/)
    expect(await isPassword('plat-buyer-1', dana.password_hash)).toBe(true)
  })

  it('leaves a world that exists as it is', async () => {
    const db = await open()
    await seedOnce(db, { messages: 40, companies: 0, deals: 0, nowMs: NOW })
    const again = await seedOnce(db, { messages: 90, companies: 0, deals: 0, nowMs: NOW + 1 })
    expect(again).toMatchObject({ isNew: false, messages: 40, seededAt: new Date(NOW) })
  })

  it('goes on counting where the seed ended', async () => {
    const db = await open()
    await seedOnce(db, { messages: 5, companies: 0, deals: 0, nowMs: NOW })
    const { id } = await db
      .insertInto('customers')
      .values({ name: 'New', email: 'new@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(id).toBe(8)
  })

  it('brings a world of the first release up to date and keeps what is in it', async () => {
    const db = await open()
    await seedOnce(db, { messages: 5, companies: 0, deals: 0, nowMs: NOW })
    await db.deleteFrom('buy_boxes').execute()
    await db.deleteFrom('customer_phones').execute()
    await db.deleteFrom('customers').where('id', '>', 6).execute()
    await db.updateTable('customers').set({ first_name: null, email_confirmed_at: null }).execute()
    await sql`alter table demo_world drop column companies`.execute(db)
    await forgetClosings(db)
    const messages = await count(db, 'messages')

    const upgraded = await seedOnce(db, { messages: 90, companies: 0, deals: 0, nowMs: NOW + 1 })
    expect(upgraded).toMatchObject({ isNew: false, messages: 5, seededAt: new Date(NOW) })
    expect(await count(db, 'messages')).toBe(messages)
    expect(await people(db)).toEqual(EVERYBODY)
    const again = await seedOnce(db, { messages: 90, companies: 0, deals: 0, nowMs: NOW + 2 })
    expect(again).toEqual(upgraded)
  })

  it('has as many reviews of each account as its rating says', async () => {
    const db = await open()
    await seedOnce(db, { messages: 5, companies: 0, deals: 60, nowMs: NOW })
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'title', 'rating', 'reviews_count'])
      .execute()
    for (const { id, rating, reviews_count } of accounts)
      expect(await starsOf(db, id, NOW)).toMatchObject({ average: rating, count: reviews_count })
    expect(accounts.find(({ title }) => title === 'Lone Star Dispositions')).toMatchObject({
      rating: 4.8,
      reviews_count: 61,
    })
    expect(accounts.filter(({ rating }) => rating === null).length).toBeGreaterThan(0)
  })

  it('adds the deals to a world of a release that had only the scripted ones', async () => {
    const db = await open()
    await seedOnce(db, { messages: 5, companies: 0, deals: 0, nowMs: NOW })
    for (const table of [
      'open_house_registrations',
      'open_houses',
      'price_changes',
      'property_images',
      'property_documents',
    ])
      await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`alter table demo_world drop column deals`.execute(db)
    await forgetClosings(db)

    const upgraded = await seedOnce(db, { messages: 5, companies: 0, deals: 60, nowMs: NOW + 1 })
    expect(upgraded).toMatchObject({ isNew: false, deals: 60, seededAt: new Date(NOW) })
    const rows = await db
      .selectFrom('properties')
      .select(['id', 'title', 'time_zone'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
    expect(rows.filter(({ title, time_zone }) => title === null || time_zone === null)).toEqual([])
    const { id } = await db
      .insertInto('properties')
      .values({ account_id: 1, address: '1 New Street', city: 'Houston', state: 'TX', zip: '77002' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(id).toBe(61)
    expect(await seedOnce(db, { messages: 5, companies: 0, deals: 90, nowMs: NOW + 2 })).toEqual(upgraded)
  })

  it('links the LLC and the trust of a buyer, whose box has learned from them', async () => {
    const db = await open()
    await seedOnce(db, { messages: 5, companies: 30, deals: 0, nowMs: NOW })
    const linked = await db
      .selectFrom('linked_companies')
      .innerJoin('companies', 'companies.id', 'company_id')
      .select(['customer_id', 'name'])
      .orderBy('name')
      .execute()
    expect(linked).toEqual([
      { customer_id: 1, name: 'Houston Property Group LLC' },
      { customer_id: 1, name: 'Whitfield Holdings Trust' },
    ])
    const boxes = await db
      .selectFrom('buy_boxes')
      .select(['customer_id', 'mode', 'criteria'])
      .orderBy('customer_id')
      .orderBy('mode')
      .execute()
    expect(boxes.map(({ customer_id, mode }) => [customer_id, mode])).toEqual([
      [1, 'manual'],
      [1, 'smart'],
      [2, 'manual'],
    ])
    expect(boxes.find(({ mode }) => mode === 'smart')?.criteria.length).toBeGreaterThan(2)
  })

  it('leaves nobody but the third buyer with something to set up', async () => {
    const db = await open()
    await seedOnce(db, { messages: 5, companies: 0, deals: 0, nowMs: NOW })
    expect(await people(db)).toEqual(EVERYBODY)
  })

  it('puts nothing into a database of somebody else', async () => {
    const db = await open()
    await db.insertInto('customers').values({ name: 'Real', email: 'real@example.com' }).execute()
    await expect(seedOnce(db, { messages: 5, companies: 0, deals: 0, nowMs: NOW })).rejects.toThrow(
      NotADemoWorld,
    )
    expect(await readSeededWorld(db)).toBeNull()
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([])
  })
})
