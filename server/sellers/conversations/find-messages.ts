/**
 * The seller app's search in message texts. Words that are often written are found among the newest messages, the others by the trigrams
 * of the texts: neither reads the whole inbox. Only rare words of less than three letters do.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { FOUND_MESSAGES } from '#shared/contract/seller.ts'

/** Words that these do not have often enough are in about three of a hundred messages, or less. */
const NEWEST = 1000
/** In every locale a trigram. An index that is asked for none is read whole, which takes longer than the messages. */
const TRIGRAM = /[a-z\d]{3}/i

export interface FoundMessageRow {
  id: number
  type: 'inbound' | 'outbound'
  sort_at: Date
  text: string
  customer_id: number
  customer_name: string
}

/** The newest messages of the account that have all the words, whatever their case. */
export async function findMessages(
  db: Database,
  accountId: number,
  words: readonly string[],
): Promise<FoundMessageRow[]> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const have = (text: RawBuilder<string>) =>
    sql.join(
      patterns.map((pattern) => sql`${text} ilike ${pattern}`),
      sql` and `,
    )
  const found = await db.transaction().execute(async (trx) => {
    // An embedded database has no statistics, and would rather read and sort all messages. The settings end with the transaction.
    await sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(
      trx,
    )
    return withNames(trx, inOrder(accountId, have, NEWEST))
  })
  if (found.length === FOUND_MESSAGES) return found
  const isIndexed = words.some((word) => TRIGRAM.test(word))
  return withNames(db, isIndexed ? byTrigrams(accountId, have) : inOrder(accountId, have, null))
}

type Have = (text: RawBuilder<string>) => RawBuilder<unknown>

const COLUMNS = sql`m.id, m.type, m.sort_at, m.customer_id`

/** Of the newest, or of all, by messages_account_latest. The text of a question is that of its inquiry. */
const inOrder = (accountId: number, have: Have, newest: number | null) => sql`
  select ${COLUMNS}, coalesce(m.body, i.message) as text
  from (select id, type, sort_at, customer_id, body, inquiry_id from messages
    where account_id = ${accountId} order by sort_at desc, id desc limit ${newest === null ? sql`all` : sql.lit(newest)}) m
  left join inquiries i on i.id = m.inquiry_id
  where ${have(sql`coalesce(m.body, i.message)`)}`

/** By messages_trigrams, and the account's inquiries by inquiries_account. */
const byTrigrams = (accountId: number, have: Have) => sql`
  select ${COLUMNS}, m.body as text from messages m
  where m.account_id = ${accountId} and ${have(sql`m.body`)}
  union all
  select ${COLUMNS}, i.message from inquiries i join messages m on m.inquiry_id = i.id
  where i.account_id = ${accountId} and m.account_id = ${accountId} and m.body is null
    and ${have(sql`i.message`)}`

/** Materialized, so that the planner does not read all messages in their order to save the sort. */
async function withNames(db: Database, found: RawBuilder<unknown>): Promise<FoundMessageRow[]> {
  const { rows } = await sql<FoundMessageRow>`
    with found as materialized (${found})
    select f.id, f.type, f.sort_at, f.text, f.customer_id, c.name as customer_name
    from (select * from found order by sort_at desc, id desc limit ${sql.lit(FOUND_MESSAGES)}) f
    join customers c on c.id = f.customer_id
    order by f.sort_at desc, f.id desc`.execute(db)
  return rows
}
