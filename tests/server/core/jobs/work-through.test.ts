import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { errorWords, type Failure, forgetStale, mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { workThrough } from '#server/core/jobs/work-through.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.db.deleteFrom('failed_work').execute())
afterAll(() => database.close())

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KIND = workKind({
  name: 'letters',
  label: 'Letter',
  tries: 6,
  pauseMs: MINUTE_MS,
  pauseMaxMs: 4 * MINUTE_MS,
})
const NOW_MS = Date.parse('2026-06-10T15:00:00.000Z')

/** Goes through these letters, of which some cannot be sent; resolves with the portions it tried. */
async function go(
  items: readonly string[],
  bad: readonly string[],
  more: { atOnce?: number; nowMs?: number } = {},
) {
  const failures: Failure[] = []
  const portions: string[] = []
  const watch = { failed: (failure: Failure) => void failures.push(failure) }
  const done = await workThrough({ db: database.db, watch }, KIND, {
    nowMs: NOW_MS,
    items,
    keyOf: (item) => item,
    async run(portion) {
      portions.push(portion.join(''))
      if (portion.some((item) => bad.includes(item))) throw new Error('No stamp')
    },
    ...more,
  })
  return { done, portions, failures }
}

const rows = () =>
  database.db
    .selectFrom('failed_work')
    .select(['item', 'tries', 'error'])
    .select(
      sql<number | null>`case when isfinite(next_try_at)
      then (extract(epoch from next_try_at) * 1000 - ${NOW_MS}::float8)::float8 end`.as('in_ms'),
    )
    .orderBy('item')
    .execute()

describe('going through what is due', () => {
  it('does the others of a portion one by one, and notes which one failed', async () => {
    const { done, portions, failures } = await go(['a', 'b', 'c', 'd'], ['c'], { atOnce: 2 })
    expect(portions).toEqual(['ab', 'cd', 'c', 'd'])
    expect(done).toEqual(['a', 'b', 'd'])
    expect(failures.map(({ item, tries, isGivenUp }) => [item, tries, isGivenUp])).toEqual([['c', 1, false]])
    expect(await rows()).toMatchObject([{ item: 'c', tries: 1, error: 'No stamp' }])
  })

  it('waits about twice as long after each try, up to the longest pause, and gives up after the last', async () => {
    const pauses: [number, number][] = [1, 2, 4, 4, 4].map((full) => [
      (full / 2) * MINUTE_MS,
      full * MINUTE_MS,
    ])
    for (const [tries, [least, most]] of pauses.entries()) {
      await go(['a'], ['a'])
      const [row] = await rows()
      expect(row?.tries).toBe(tries + 1)
      expect(row?.in_ms).toBeGreaterThanOrEqual(least)
      expect(row?.in_ms).toBeLessThanOrEqual(most)
      await database.db
        .updateTable('failed_work')
        .set({ next_try_at: new Date(NOW_MS) })
        .execute()
    }
    const { failures } = await go(['a'], ['a'])
    expect(failures).toMatchObject([{ tries: 6, isGivenUp: true }])
    expect(await rows()).toMatchObject([{ tries: 6, in_ms: null }])
  })

  it('leaves to chance when exactly what failed together is tried again', async () => {
    const items = Array.from({ length: 20 }, (_, of) => String(of))
    await go(items, items)
    expect(new Set((await rows()).map(({ in_ms }) => in_ms)).size).toBeGreaterThan(10)
  })

  it('does not count what failed beside other work before its next try is due', async () => {
    await go(['a'], ['a'])
    await go(['a'], ['a'])
    expect(await rows()).toMatchObject([{ tries: 1 }])
  })

  it('finds an item again once its pause is over, and forgets its failures once it is done', async () => {
    await go(['a'], ['a'])
    const isFound = async (nowMs: number) =>
      (await sql`select 1 where ${mayBeTried(KIND, sql`'a'`, nowMs)}`.execute(database.db)).rows.length === 1
    expect([await isFound(NOW_MS), await isFound(NOW_MS + MINUTE_MS)]).toEqual([false, true])
    await go(['a'], [])
    expect(await rows()).toEqual([])
  })

  it('leaves an item behind that hangs', async () => {
    const done = await workThrough({ db: database.db }, KIND, {
      nowMs: NOW_MS,
      items: ['a', 'b'],
      keyOf: (item) => item,
      maxMs: 20,
      run: ([item]) => (item === 'a' ? new Promise(() => {}) : Promise.resolve()),
    })
    expect(done).toEqual(['b'])
    expect(await rows()).toMatchObject([{ item: 'a', error: 'It took longer than 0.02 seconds.' }])
  })

  it('stops at once when a failure cannot be written down, as nothing is when the database is away', async () => {
    const away = { transaction: () => ({ execute: () => Promise.reject(new Error('The database is away')) }) }
    const tried: string[] = []
    const going = workThrough({ db: away as never }, KIND, {
      nowMs: NOW_MS,
      items: ['a', 'b'],
      keyOf: (item) => item,
      async run([item]) {
        tried.push(item)
        throw new Error('No stamp')
      },
    })
    await expect(going).rejects.toThrow('The database is away')
    expect(tried).toEqual(['a'])
  })

  it('forgets work that nothing took up for a day, and keeps what was given up', async () => {
    await go(['a', 'b'], ['a', 'b'])
    await database.db
      .updateTable('failed_work')
      .set({ given_up_at: new Date(NOW_MS), next_try_at: 'infinity' })
      .where('item', '=', 'b')
      .execute()
    await forgetStale(database.db, NOW_MS + DAY_MS)
    expect(await rows()).toHaveLength(2)
    await forgetStale(database.db, NOW_MS + DAY_MS + MINUTE_MS)
    expect(await rows()).toMatchObject([{ item: 'b' }])
  })
})

describe('an error in words', () => {
  it.each([
    [
      Object.assign(new Error('violates check constraint'), { code: '23514' }),
      'A rule of the database refused it: violates check constraint',
    ],
    [
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      'A service did not answer: connect ECONNREFUSED',
    ],
    [
      Object.assign(new Error('canceling statement'), { code: '57014' }),
      'It took the database too long: canceling statement',
    ],
    [new Error('One line\nand a stack'), 'One line'],
    ['no error at all', 'no error at all'],
  ])('%#: says what happened, then what the program said', (error, words) => {
    expect(errorWords(error)).toBe(words)
  })
})
