/**
 * Searching the texts of an inbox with 100,000 messages of 10,000 buyers, on PGlite and on PostgreSQL, through the whole server without
 * a socket. Beside it, in the same database and run, what one would write first: `ilike` on all messages of the company, by itself.
 */
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { FOUND_MESSAGES } from '#shared/contract/seller.ts'
import { BUYERS, MESSAGES, OTHERS, withFilledInboxes, wordsOfLanguage } from './inbox-search-data.ts'
import { onBothDatabases } from './postgres.ts'
import { ms, publish, quantile, thousands, times } from './report.ts'

const GOAL_MS = 150
const ROUNDS = 3
/** Typed letter by letter, from the second one on. They are the 7th, 60th, 800th and 5,000th word, and two of them together. */
const RANKS = [6, 59, 799, 4999] as const

export async function benchInboxSearch(): Promise<void> {
  publish({
    id: 'inbox-search',
    title: 'Search in messages',
    command: 'npm run bench -- inbox-search',
    note: `Among ${thousands(MESSAGES)} messages of ${thousands(BUYERS)} buyers with one company, in a database with ${thousands(OTHERS)} of other companies, including HTTP handling. Words of different frequency and two of them together are typed letter by letter, ${ROUNDS} times each. The naive query runs without HTTP. The goal is ${GOAL_MS} ms at p95.`,
    head: ['Database', 'Input', 'p50', 'p95', 'vs. goal', 'Naive p50', 'Naive p95', 'p95 vs. naive'],
    rows: await onBothDatabases(measureAll),
  })
}

const measureAll = (name: string, database: OpenDatabase): Promise<string[][]> =>
  withFilledInboxes({ name, database }, async ({ db, accountId, ask }) => {
    const rows: string[][] = []
    for (const [what, texts] of Object.entries(inputs())) {
      const found = await measure(texts, (q) =>
        ask(`/account/api/text-messages?${new URLSearchParams({ q })}`),
      )
      const naive = await measure(texts, (text) => naiveSearch(db, accountId, text))
      const ratios = [ms(naive.p50), ms(naive.p95), times(found.p95 / naive.p95)]
      rows.push([name, what, ms(found.p50), ms(found.p95), times(found.p95 / GOAL_MS), ...ratios])
    }
    return rows
  })

function inputs(): Record<string, readonly string[]> {
  const words = wordsOfLanguage()
  const typed = RANKS.map((rank) => words[rank] ?? '')
  return {
    'letter by letter': [...typed, `${typed[0]} ${typed[2]}`].flatMap(prefixes),
    'no message has it': ['zzq', 'xylophone', 'roof xylophone'],
    'two letters that no message has': ['zq', 'xw'],
  }
}

const prefixes = (text: string) => Array.from({ length: text.length - 1 }, (_, n) => text.slice(0, n + 2))

const naiveSearch = (db: OpenDatabase['db'], accountId: number, text: string) => {
  const words = text.trim().split(/\s+/)
  const have = words.map((word) => sql`coalesce(m.body, i.message) ilike ${`%${word}%`}`)
  return sql`select m.id, m.type, m.sort_at, coalesce(m.body, i.message) as text, c.id as customer_id, c.name
    from messages m join customers c on c.id = m.customer_id left join inquiries i on i.id = m.inquiry_id
    where m.account_id = ${accountId} and ${sql.join(have, sql` and `)}
    order by m.sort_at desc, m.id desc limit ${sql.lit(FOUND_MESSAGES)}`.execute(db)
}

/** The first round is not counted. */
async function measure(
  texts: readonly string[],
  ask: (text: string) => Promise<unknown>,
): Promise<{ p50: number; p95: number }> {
  const samples: number[] = []
  for (let round = 0; round <= ROUNDS; round++)
    for (const text of texts) {
      const startedAt = performance.now()
      await ask(text)
      if (round > 0) samples.push(performance.now() - startedAt)
    }
  return { p50: quantile(samples, 0.5), p95: quantile(samples, 0.95) }
}
