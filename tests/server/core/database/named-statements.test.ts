/** Statements that a connection sends again get names, and a schema that changes meanwhile breaks none of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.runScript('drop table if exists fruits; create table fruits (id int, name text)'))

/** All on one connection. */
const onOne = <T>(work: (db: OpenDatabase['db']) => Promise<T>) => database.db.connection().execute(work)

const prepared = async (db: OpenDatabase['db']): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time, name`.execute(db)
  return rows.map(({ statement }) => statement)
}

it('a statement has a name from its second time on, once for all values', () =>
  onOne(async (db) => {
    await sql`deallocate all`.execute(db)
    const ask = (id: number) => sql<{ name: string }>`select name from fruits where id = ${id}`.execute(db)
    await sql`insert into fruits values (1, 'fig'), (2, 'plum')`.execute(db)
    expect((await ask(1)).rows).toEqual([{ name: 'fig' }])
    expect(await prepared(db)).toEqual([])
    for (const id of [2, 1, 2]) expect((await ask(id)).rows).toEqual([{ name: id === 1 ? 'fig' : 'plum' }])
    expect(await prepared(db)).toEqual(['select name from fruits where id = $1'])
  }))

it('a statement with an error keeps its name and gives the error each time', () =>
  onOne(async (db) => {
    const divide = (by: number) => sql<{ part: number }>`select 6 / ${by}::int as part`.execute(db)
    expect((await divide(2)).rows).toEqual([{ part: 3 }])
    for (let time = 0; time < 3; time++) {
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
      expect((await divide(3)).rows).toEqual([{ part: 2 }])
    }
  }))

it('no more than 200 statements have names', () =>
  onOne(async (db) => {
    for (let at = 0; at < 230; at++)
      for (let time = 0; time < 2; time++)
        await sql`select name as ${sql.ref(`column_${at}`)} from fruits where id = ${at}`.execute(db)
    const texts = await prepared(db)
    expect(texts).toHaveLength(200)
    expect(texts.at(-1)).toContain('column_229')
    expect(texts.some((text) => text.includes('column_5"'))).toBe(false)
  }))

it('a column whose type changes, here or by another connection, breaks no statement', async () => {
  const change = 'alter table fruits alter column name type varchar(20)'
  await onOne(async (db) => {
    const ask = async () => (await sql`select name from fruits where id < ${9}`.execute(db)).rows
    await sql`insert into fruits values (1, 'fig')`.execute(db)
    for (let time = 0; time < 3; time++) expect(await ask()).toEqual([{ name: 'fig' }])
    // The embedded database has one connection.
    if (database.kind === 'postgres') await database.runScript(change)
    else await sql.raw(change).execute(db)
    for (let time = 0; time < 3; time++) expect(await ask()).toEqual([{ name: 'fig' }])
  })
})

it('a new column of another node breaks no statement of a transaction that reads all columns', async () => {
  await onOne(async (db) => {
    const ask = () =>
      db.transaction().execute(async (trx) => {
        await sql`select id from fruits where id = ${1} for update`.execute(trx)
        return (await sql`select * from fruits where id = ${1}`.execute(trx)).rows
      })
    await sql`insert into fruits values (1, 'fig')`.execute(db)
    for (let time = 0; time < 3; time++) expect(await ask()).toEqual([{ id: 1, name: 'fig' }])
    const change = 'alter table fruits add column color text'
    if (database.kind === 'postgres') await database.runScript(change)
    else await sql.raw(change).execute(db)
    for (let time = 0; time < 3; time++) expect(await ask()).toEqual([{ id: 1, name: 'fig', color: null }])
  })
})

it('a conflict on an index with a condition is resolved each time', () =>
  onOne(async (db) => {
    await sql`create unique index one_ripe on fruits (id) where name = 'ripe'`.execute(db)
    for (let time = 0; time < 9; time++)
      await sql`insert into fruits values (${1}, ${'ripe'}) on conflict (id) where name = ${'ripe'} do nothing`.execute(
        db,
      )
    expect((await sql`select count(*)::int as count from fruits`.execute(db)).rows).toEqual([{ count: 1 }])
  }))
