/** The buy boxes of a customer: listing, making, changing, deleting. */
import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { BuyBoxesTable } from '#server/core/database/buy-box-tables.ts'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { noteBoxChange } from '#server/matching/matches/box-changes.ts'
import { askGazetteer } from '#server/providers/places/gazetteer/gazetteer.ts'
import type { BuyBoxWire, CriterionWire, createBuyBox, updateBuyBox } from '#shared/contract/buy-box.ts'
import { BUY_BOXES_MAX } from '#shared/contract/limits.ts'
import { criteriaProblems } from '#shared/rules/buy-box.ts'
import { editCriteria } from '#shared/rules/edit-buy-box.ts'
import { geotagsOf } from './geotags.ts'
import { storedLearning } from './stored-learning.ts'

type Row = Selectable<BuyBoxesTable>
type NewBox = z.output<NonNullable<(typeof createBuyBox)['body']>>
type Changes = z.output<NonNullable<(typeof updateBuyBox)['body']>>

/** The smart one first, then as they were made; by buy_boxes_customer. */
export async function boxesOf(db: Database, customerId: number): Promise<BuyBoxWire[]> {
  const rows = await db
    .selectFrom('buy_boxes')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('mode', 'desc')
    .orderBy('id')
    .execute()
  const geotags = await geotagsOf(db, customerId)
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      mode: row.mode,
      is_paused: row.is_paused,
      notify: row.notify,
      criteria: row.criteria,
      geotags: geotags.filter(({ buy_box_id }) => buy_box_id === row.id),
      learned: row.mode === 'smart' ? await learnedWire(row) : null,
      created_at: new Date(row.created_at).toISOString(),
    })),
  )
}

/** One box with everything in it; somebody else's answers like one that does not exist. */
export async function boxOf(db: Database, customerId: number, boxId: number): Promise<BuyBoxWire> {
  const box = (await boxesOf(db, customerId)).find(({ id }) => id === boxId)
  if (!box) throw notFound()
  return box
}

/** Returns its id. */
export async function createBoxFor(db: Database, customerId: number, given: NewBox): Promise<number> {
  refuseBadCriteria(given.criteria)
  const { criteria } = editCriteria({ criteria: [], removed: [] }, given.criteria ?? [])
  return db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const boxes = await trx
      .selectFrom('buy_boxes')
      .select('id')
      .where('customer_id', '=', customerId)
      .execute()
    if (boxes.length >= BUY_BOXES_MAX)
      throw conflict(`You have ${BUY_BOXES_MAX} buy boxes. Delete one to add another.`)
    const { id } = await trx
      .insertInto('buy_boxes')
      .values({
        customer_id: customerId,
        mode: 'manual',
        name: given.name,
        is_paused: given.is_paused ?? false,
        notify: given.notify ?? 'instant',
        criteria: JSON.stringify(criteria),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteBoxChange(trx, customerId)
    return id
  })
}

/** True when a criterion was asked for that only learning can bring back. */
export async function updateBoxOf(
  db: Database,
  { customerId, boxId }: { customerId: number; boxId: number },
  changes: Changes,
): Promise<{ needsLearning: boolean }> {
  return db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const row = await ownBox(trx, customerId, boxId)
    refuseBadCriteria(changes.criteria)
    const learning = storedLearning(row.learned)
    const edited = changes.criteria && editCriteria({ ...learning, criteria: row.criteria }, changes.criteria)
    await trx
      .updateTable('buy_boxes')
      .set({
        name: changes.name ?? row.name,
        is_paused: changes.is_paused ?? row.is_paused,
        notify: changes.notify ?? row.notify,
        ...(edited ? { criteria: JSON.stringify(edited.criteria) } : {}),
        ...(edited && row.mode === 'smart'
          ? { learned: JSON.stringify({ ...learning, removed: edited.removed }) }
          : {}),
      })
      .where('id', '=', boxId)
      .execute()
    await noteBoxChange(trx, customerId)
    const isAsked = edited !== undefined && edited.removed.length < learning.removed.length
    return { needsLearning: row.mode === 'smart' && isAsked }
  })
}

export async function deleteBoxOf(db: Database, customerId: number, boxId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const { mode } = await ownBox(trx, customerId, boxId)
    if (mode === 'smart')
      throw conflict('A Smart Buy Box goes when its last LLC or trust is removed. Remove those instead.')
    await noteBoxChange(trx, customerId)
    await trx.deleteFrom('buy_boxes').where('id', '=', boxId).execute()
  })
}

async function ownBox(trx: Database, customerId: number, boxId: number): Promise<Row> {
  const row = await trx
    .selectFrom('buy_boxes')
    .selectAll()
    .where('id', '=', boxId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

function refuseBadCriteria(criteria: readonly CriterionWire[] | undefined): void {
  const problems = criteriaProblems(criteria ?? [])
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** The areas get their names and places here, from the embedded gazetteer whichever places service is used. */
async function learnedWire({ learned, learned_at }: Row): Promise<BuyBoxWire['learned']> {
  if (!learned_at) return null
  const { purchases, since, isEnough, areas } = storedLearning(learned)
  return {
    purchases,
    since,
    is_enough: isEnough,
    learned_at: new Date(learned_at).toISOString(),
    areas: await Promise.all(
      areas.map(async ({ kind, code, ...area }) => {
        const option = await askGazetteer[kind](code)
        return { ...area, kind, label: option?.label ?? code, place: option?.value.place ?? null }
      }),
    ),
  }
}
