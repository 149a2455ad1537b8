import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const askOften = async (db: Database) => {
  for (let i = 0; i < 500; i++) await sql`select 1`.execute(db)
}

/** How often somebody else had a turn meanwhile. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return turns
}

describe('the embedded database', () => {
  it('who asks one thing after another lets others have their turns', async () => {
    expect(await turnsDuring(() => askOften(database.db))).toBeGreaterThan(0)
  })

  it('so does a long transaction', async () => {
    const work = () => database.db.transaction().execute(askOften)
    expect(await turnsDuring(work)).toBeGreaterThan(2)
  })
})
