/** Keeps smart boxes in step with what the linked companies bought: on every link and unlink, and by a sweep over old ones (BOX-26). */
import { sql, type Transaction } from 'kysely'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { noteBoxChange } from '#server/matching/matches/box-changes.ts'
import { LEARN_INTERVAL_MS } from '#shared/contract/limits.ts'
import { mergeLearned } from '#shared/rules/edit-buy-box.ts'
import { learnFrom, type Purchase } from '#shared/rules/learn-buy-box.ts'
import { type StoredLearning, storedLearning } from './stored-learning.ts'

const SMART_BOX_NAME = 'Smart Buy Box'

/**
 * Learns anew for one customer. The smart box is made with the first linked company; without any it goes, unless the customer
 * keeps criteria or areas of his own in it.
 */
export const relearn = (db: Database, customerId: number, nowMs: number): Promise<void> =>
  db.transaction().execute((trx) => relearnWithin(trx, customerId, nowMs))

export async function relearnWithin(
  trx: Transaction<Schema>,
  customerId: number,
  nowMs: number,
): Promise<void> {
  await lockCustomer(trx, customerId)
  const box = await trx
    .selectFrom('buy_boxes')
    .select(['id', 'criteria', 'learned'])
    .where('customer_id', '=', customerId)
    .where('mode', '=', 'smart')
    .executeTakeFirst()
  const isLinked = await hasCompanies(trx, customerId)
  if (!box && !isLinked) return
  const { removed } = storedLearning(box?.learned)
  const { criteria: fresh, ...known } = learnFrom(isLinked ? await purchasesOf(trx, customerId) : [])
  const criteria = mergeLearned({ criteria: box?.criteria ?? [], removed }, fresh)
  if (box && !isLinked && criteria.length === 0 && !(await hasAreas(trx, box.id))) {
    await noteBoxChange(trx, customerId)
    await trx.deleteFrom('buy_boxes').where('id', '=', box.id).execute()
    return
  }
  const learned: StoredLearning = { ...known, removed }
  const values = {
    criteria: JSON.stringify(criteria),
    learned: JSON.stringify(learned),
    learned_at: new Date(nowMs),
  }
  if (box) await trx.updateTable('buy_boxes').set(values).where('id', '=', box.id).execute()
  else
    await trx
      .insertInto('buy_boxes')
      .values({ customer_id: customerId, name: SMART_BOX_NAME, mode: 'smart', ...values })
      .execute()
  await noteBoxChange(trx, customerId)
}

/** Customers per sweep; the rest waits for the next one. */
const SWEEP_MAX = 200

export const LEARN = workKind({ name: 'learn-boxes', label: 'Smart buy box of a buyer' })

/** Relearns the boxes that were not learned for a day, oldest first. Returns how many. */
export async function relearnStale(deps: WorkDeps, nowMs: number): Promise<number> {
  const done = await workThrough(deps, LEARN, {
    nowMs,
    items: await stale(deps.db, nowMs, SWEEP_MAX),
    keyOf: ({ customer_id }) => String(customer_id),
    run: ([{ customer_id }]) => relearn(deps.db, customer_id, nowMs),
  })
  return done.length
}

export async function staleSince(db: Database, nowMs: number): Promise<number | null> {
  const [oldest] = await stale(db, nowMs, 1)
  return oldest?.learned_at ? oldest.learned_at.getTime() + LEARN_INTERVAL_MS : null
}

/** By buy_boxes_learned. */
const stale = (db: Database, nowMs: number, most: number) =>
  db
    .selectFrom('buy_boxes')
    .select(['customer_id', 'learned_at'])
    .where('mode', '=', 'smart')
    .where('learned_at', '<', new Date(nowMs - LEARN_INTERVAL_MS))
    .where(mayBeTried(LEARN, sql`customer_id`, nowMs))
    .orderBy('learned_at')
    .limit(most)
    .execute()

async function hasCompanies(db: Database, customerId: number): Promise<boolean> {
  const linked = await db
    .selectFrom('linked_companies')
    .select('company_id')
    .where('customer_id', '=', customerId)
    .limit(1)
    .executeTakeFirst()
  return linked !== undefined
}

async function hasAreas(db: Database, boxId: number): Promise<boolean> {
  const area = await db
    .selectFrom('geotags')
    .select('id')
    .where('buy_box_id', '=', boxId)
    .limit(1)
    .executeTakeFirst()
  return area !== undefined
}

/** By company_purchases_company, once for each linked company. */
async function purchasesOf(db: Database, customerId: number): Promise<Purchase[]> {
  const rows = await db
    .selectFrom('linked_companies')
    .innerJoin('company_purchases', 'company_purchases.company_id', 'linked_companies.company_id')
    .select(['price', 'arv', 'sqft', 'beds', 'year_built', 'property_type_id', 'zip', 'county_fips'])
    // As text: a driver would make a moment of a day, in the server's own zone.
    .select(({ cast, ref }) => cast<string>(ref('purchased_on'), 'text').as('purchased_on'))
    .where('linked_companies.customer_id', '=', customerId)
    .execute()
  return rows.map((row) => ({
    purchasedOn: row.purchased_on,
    priceUsd: row.price,
    arvUsd: row.arv,
    sqft: row.sqft,
    beds: row.beds,
    yearBuilt: row.year_built,
    typeId: row.property_type_id,
    zip: row.zip,
    countyFips: row.county_fips,
  }))
}
