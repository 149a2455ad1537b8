import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#server/core/database/migrate.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { runMigrations, type SchemaMigrations } from '#server/core/database/run-migrations.ts'
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

  it('give each foreign key to what people make an index: who deletes it reads no table that points at it', async () => {
    const { rows } = await sql<{ key: string }>`
      select format('%s.%s', conrelid::regclass, attname) as key
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace
        and confrelid::regclass::text not in ('accounts', 'account_members', 'staff', 'companies')
        and not exists (
          select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
            and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
        ) order by 1`.execute(database.db)
    expect(rows.map(({ key }) => key)).toEqual([])
  })
})

/** Of a version whose migrations are these, on the database of this version. */
async function startVersion(migrations: SchemaMigrations): Promise<string[]> {
  const lines: string[] = []
  await runMigrations(database, { migrations, onProgress: (line) => void lines.push(line) })
  return lines
}
const newer = (name: string): SchemaMigrations => ({
  ...MIGRATIONS,
  [name]: { up: async (db) => void (await sql`alter table chats add column label text`.execute(db)) },
})

describe('a version and the database of a newer one', () => {
  it('starts if the newer one has only added', async () => {
    expect(await startVersion(newer('9001-labels'))).toEqual(['migrated 9001-labels'])
    expect(await startVersion(MIGRATIONS)).toEqual([
      'a newer version has migrated the database (9001-labels); this version can use it',
    ])
    await database.migrate()
  })

  it('does not start if the newer one removed what it uses', async () => {
    await startVersion(newer('9002-contract-9001-labels'))
    await expect(database.migrate()).rejects.toThrow(
      'A newer version has removed what this version uses from the database (migration 9002-contract-9001-labels). Start a version that has migration 9001 or newer, or restore the backup from before the upgrade.',
    )
  })

  it('starts if the newer one removed what only older versions use', async () => {
    await startVersion(newer('9002-contract-0044-labels'))
    await database.migrate()
  })
})

describe('indexes of a migration', () => {
  const on = 'messages (account_id, channel)'
  const definitionOf = async (name: string) =>
    (
      await sql<{ indexdef: string }>`select indexdef from pg_indexes where indexname = ${name}`.execute(
        database.db,
      )
    ).rows.map(({ indexdef }) => indexdef)

  it('are built once', async () => {
    const migrations = {
      ...MIGRATIONS,
      '9001-messages-index': {
        indexes: [
          { name: 'by_channel', on },
          { name: 'one_label', on, isUnique: true },
        ],
      },
    }
    expect(await startVersion(migrations)).toEqual(['migrated 9001-messages-index'])
    expect(await startVersion(migrations)).toEqual([])
    expect(await definitionOf('by_channel')).toEqual([
      'CREATE INDEX by_channel ON public.messages USING btree (account_id, channel)',
    ])
    expect(await definitionOf('one_label')).toEqual([expect.stringMatching(/^CREATE UNIQUE INDEX one_label/)])
  })

  it('that cannot be built leave nothing behind', async () => {
    await database.db
      .insertInto('accounts')
      .values([{ title: 'Twin' }, { title: 'Twin' }])
      .execute()
    const migrations = {
      ...newer('9001-labels'),
      '9002-titles-index': { indexes: [{ name: 'one_title', on: 'accounts (title)', isUnique: true }] },
    }
    await expect(startVersion(migrations)).rejects.toThrow(/one_title/)
    expect(await definitionOf('one_title')).toEqual([])
  })
})
