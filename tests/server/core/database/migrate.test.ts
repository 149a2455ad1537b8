import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#server/core/database/migrate.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(database.db))
    .rows[0]?.count

describe('migrations', () => {
  it('may run again, also several at once, and change nothing', async () => {
    await database.db.insertInto('accounts').values({ title: 'Kept Homes' }).execute()
    await Promise.all([database.migrate(), database.migrate(), database.migrate()])
    expect(await count('accounts')).toBe(1)
    expect(await count('kysely_migration')).toBe(Object.keys(MIGRATIONS).length)
  })

  it('make e-mails unique whatever their case', async () => {
    const add = (email: string) =>
      database.db.insertInto('customers').values({ name: 'Dana', email }).execute()
    await add('dana@example.com')
    await expect(add('DANA@example.com')).rejects.toThrow(/unique|duplicate/)
  })

  it('read ids, counts and instants the same on both databases', async () => {
    const { id } = await database.db
      .insertInto('customers')
      .values({ name: 'Dana', email: 'dana@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = await database.db
      .selectFrom('customers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(typeof row.id).toBe('number')
    expect(row.created_at).toBeInstanceOf(Date)
  })

  it('give the lists the indexes they live on', async () => {
    const { rows } = await sql<{ indexname: string }>`
      select indexname from pg_indexes where schemaname = 'public'`.execute(database.db)
    const names = rows.map((row) => row.indexname)
    for (const wanted of [
      'chats_customer_latest',
      'chats_account_latest',
      'messages_thread',
      'messages_unread_outbound',
      'messages_idempotency',
    ])
      expect(names).toContain(wanted)
  })
})
