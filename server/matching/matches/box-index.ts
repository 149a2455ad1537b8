/** The index over the areas of all boxes: which boxes a deal may fit, without asking the others. */
import { type Selectable, sql } from 'kysely'
import type { BoxRulesTable } from '#server/core/database/matching-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { boxesOf } from '#server/matching/buy-box/boxes.ts'
import { keysOfAreas } from '#shared/rules/matching/area-keys.ts'
import { asksForSomething, type ScoredBox, scoredBoxOf } from '#shared/rules/matching/scored-box.ts'

/** Boxes that take part: not paused, and asking for something. */
export async function activeBoxesOf(db: Database, customerId: number): Promise<ScoredBox[]> {
  const boxes = (await boxesOf(db, customerId)).filter(({ is_paused }) => !is_paused).map(scoredBoxOf)
  return boxes.filter(asksForSomething)
}

/**
 * Puts a customer's boxes into the index, as they are now, in place of what it had of them. Resolves with the number of changes that
 * are in it; null for a customer who is gone.
 */
export async function indexBoxes(
  db: Database,
  customerId: number,
): Promise<{ changes: number; boxes: ScoredBox[] } | null> {
  for (;;) {
    const changes = await changesOf(db, customerId)
    if (changes === null) return null
    // Not in the transaction: what a smart box learned is looked up among the places, which may have to be read first.
    const boxes = await activeBoxesOf(db, customerId)
    if (await writeIndex(db, { customerId, changes, boxes })) return { changes, boxes }
  }
}

async function changesOf(db: Database, customerId: number): Promise<number | null> {
  const row = await db
    .selectFrom('matched_customers')
    .select('changes')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.changes ?? null
}

/** False when boxes changed since. Every change counts up in its own transaction, so none is missed. */
const writeIndex = (
  db: Database,
  { customerId, changes, boxes }: { customerId: number; changes: number; boxes: readonly ScoredBox[] },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('matched_customers')
      .set({ indexed_changes: changes })
      .where('customer_id', '=', customerId)
      .where('changes', '=', changes)
      .returning('customer_id')
      .executeTakeFirst()
    if (!row) return false
    await writeRows(trx, customerId, boxes)
    return true
  })

async function writeRows(trx: Database, customerId: number, boxes: readonly ScoredBox[]): Promise<void> {
  await trx.deleteFrom('box_areas').where('customer_id', '=', customerId).execute()
  await sql`delete from box_rules using buy_boxes
    where buy_boxes.id = box_rules.box_id and buy_boxes.customer_id = ${customerId}`.execute(trx)
  if (boxes.length === 0) return
  await trx
    .insertInto('box_rules')
    .values(boxes.map((box) => ({ box_id: box.id, rules: rulesText(box) })))
    .execute()
  await trx
    .insertInto('box_areas')
    .values(
      boxes.flatMap((box) =>
        keysOfAreas(box.areas).map((key) => ({
          key,
          box_id: box.id,
          customer_id: customerId,
          ...hardPrice(box),
        })),
      ),
    )
    .execute()
}

/** A price it does not take is the commonest reason why a box near a deal does not fit it. */
function hardPrice({ criteria }: ScoredBox): { price_min: number; price_max: number } {
  const price = criteria.find(({ key, is_hard }) => key === 'price' && is_hard)
  return { price_min: price?.min ?? 0, price_max: price?.max ?? Number.POSITIVE_INFINITY }
}

/** A map is no JSON. */
type StoredBox = Omit<ScoredBox, 'boughtIn'> & { readonly boughtIn: readonly (readonly [string, number])[] }

export const rulesText = (box: ScoredBox): string =>
  JSON.stringify({ ...box, boughtIn: [...box.boughtIn] } satisfies StoredBox)

/** Only this file writes the column. By primary key. */
export async function rulesOf(db: Database, boxIds: readonly number[]): Promise<Map<number, ScoredBox>> {
  const rows: Selectable<BoxRulesTable>[] = await db
    .selectFrom('box_rules')
    .selectAll()
    .where(sql<boolean>`box_id = any(${boxIds}::bigint[])`)
    .execute()
  return new Map(
    rows.map(({ box_id, rules }) => {
      const { boughtIn, ...box } = rules as StoredBox
      return [box_id, { ...box, boughtIn: new Map(boughtIn) }]
    }),
  )
}
