/**
 * Searching 20,000 companies while somebody types, on PGlite and on PostgreSQL, through the whole server without a socket. Beside it,
 * in the same database and run, what one would write first: `name ilike '%…%' order by name`, by itself.
 */
import { seedCompanies } from '#demo/seed/companies.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { startTestServer } from '#tests/support/server.ts'
import { onBothDatabases } from './postgres.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const COMPANIES = 20_000
const GOAL_MS = 15
const ROUNDS = 4
/** Typed letter by letter, from the second one on. */
const TYPED = [
  'Houston Property Group',
  'whitfield holdings',
  'Bluebonnet Family',
  'property',
  'bayamón riverb',
]
const MISTYPED = ['hosuton', 'whitfeild', 'blubonet', 'prpoerty gruop', 'zzzzzz']

export async function benchCompanies(): Promise<void> {
  publish({
    id: 'companies',
    title: 'Company search',
    command: 'npm run bench -- companies',
    note: `${TYPED.length} names typed letter by letter and ${MISTYPED.length} names with a typing error, ${ROUNDS} times each, among ${thousands(COMPANIES)} companies, including HTTP handling. The naive query runs without HTTP. It does not find names with a typing error or a missing accent. The goal is ${GOAL_MS} ms at p50.`,
    head: ['Database', 'Input', 'p50', 'p99', 'vs. goal', 'Naive p50', 'vs. naive'],
    rows: await onBothDatabases(measureAll),
  })
}

async function measureAll(name: string, database: OpenDatabase): Promise<string[][]> {
  await database.migrate()
  const server = await startTestServer({ database, limits: { requestsPerMinute: 10_000_000 } })
  try {
    const { db } = database
    await seedCompanies(db, { count: COMPANIES, nowMs: Date.now() })
    const naive = (text: string) =>
      db
        .selectFrom('companies')
        .select(['id', 'name', 'state'])
        .where('name', 'ilike', `%${text}%`)
        .orderBy('name')
        .limit(8)
        .execute()
    const rows: string[][] = []
    for (const [what, texts] of [
      ['letter by letter', TYPED.flatMap(prefixes)],
      ['with a typing error', MISTYPED],
    ] as const) {
      // A searcher of its own for each round: the limit is by customer.
      const searchers = await Promise.all(Array.from({ length: ROUNDS + 1 }, () => server.addCustomer()))
      const found = await measure(texts, async (text, round) => {
        const url = `/customer/api/companies/search?q=${encodeURIComponent(text)}`
        const headers = { authorization: `Bearer ${searchers[round]?.token}` }
        const { statusCode } = await server.app.inject({ method: 'GET', url, headers })
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}.`)
      })
      const reference = await measure(texts, naive)
      const ratios = [times(found.p50 / GOAL_MS), ms(reference.p50), times(found.p50 / reference.p50)]
      rows.push([name, what, ms(found.p50), ms(found.p99), ...ratios])
    }
    return rows
  } finally {
    await server.close()
  }
}

const prefixes = (text: string) => Array.from({ length: text.length - 1 }, (_, n) => text.slice(0, n + 2))

/** The first round is not counted. */
async function measure(
  texts: readonly string[],
  ask: (text: string, round: number) => Promise<unknown>,
): Promise<{ p50: number; p99: number }> {
  const samples: number[] = []
  for (let round = 0; round <= ROUNDS; round++)
    for (const text of texts) {
      const startedAt = performance.now()
      await ask(text, round)
      if (round > 0) samples.push(performance.now() - startedAt)
    }
  return { p50: quantile(samples, 0.5), p99: quantile(samples, 0.99) }
}
