/** Finds companies by name (spec section 7). First what begins as typed, then what has it inside, then what is nearly it. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { CompanyWire } from '#shared/contract/buy-box.ts'
import { COMPANY_QUERY_MIN_LENGTH, COMPANY_RESULTS_MAX } from '#shared/contract/limits.ts'
import { foldText } from '#shared/rules/fold-text.ts'

/** Longer texts match nothing better and cost more. */
const QUERY_MAX_LENGTH = 80
/** A name is nearly right when this share of its letters in threes is there. */
const NEARLY = 0.4
/** Three letters are the least a trigram index can be asked for. */
const INSIDE_MIN_LENGTH = 3

/** At most `COMPANY_RESULTS_MAX`, best first; empty for fewer than two letters. */
export async function findCompanies(db: Database, text: string): Promise<CompanyWire[]> {
  const typed = foldText(text).slice(0, QUERY_MAX_LENGTH)
  if (typed.length < COMPANY_QUERY_MIN_LENGTH) return []
  const found = await beginningWith(db, typed)
  if (found.length < COMPANY_RESULTS_MAX && typed.length >= INSIDE_MIN_LENGTH) {
    add(found, await containing(db, typed))
    // A typing error; not looked for while the typed letters are still found.
    if (found.length === 0) add(found, await nearly(db, typed))
  }
  return found.slice(0, COMPANY_RESULTS_MAX)
}

function add(found: CompanyWire[], more: readonly CompanyWire[]): void {
  const known = new Set(found.map(({ id }) => id))
  found.push(...more.filter(({ id }) => !known.has(id)))
}

const companies = (db: Database) => db.selectFrom('companies').select(['id', 'name', 'state'])

/** A range of companies_prefix. Those that bought most come first, the name itself before all. */
const beginningWith = (db: Database, typed: string): Promise<CompanyWire[]> =>
  companies(db)
    .where('search_name', 'like', `${typed}%`)
    .orderBy(sql`search_name = ${typed}`, 'desc')
    .orderBy('purchase_count', 'desc')
    .orderBy('search_name')
    .orderBy('id')
    .limit(COMPANY_RESULTS_MAX)
    .execute()

/** By companies_trigrams: a later word of the name begins so. */
const containing = (db: Database, typed: string): Promise<CompanyWire[]> =>
  companies(db)
    .where('search_name', 'like', `% ${typed}%`)
    .orderBy('purchase_count', 'desc')
    .orderBy('search_name')
    .orderBy('id')
    .limit(COMPANY_RESULTS_MAX)
    .execute()

/**
 * By companies_trigrams too, which the planner thinks dearer than reading 20,000 rows: measured it is 10 times cheaper. Both
 * settings are the transaction's own, so a pooled connection does not keep them.
 */
const nearly = (db: Database, typed: string): Promise<CompanyWire[]> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true),
      set_config('pg_trgm.word_similarity_threshold', ${String(NEARLY)}, true)`.execute(trx)
    return companies(trx)
      .where(sql<boolean>`${typed} <% search_name`)
      .orderBy(sql`word_similarity(${typed}, search_name)`, 'desc')
      .orderBy('purchase_count', 'desc')
      .orderBy('id')
      .limit(COMPANY_RESULTS_MAX)
      .execute()
  })
