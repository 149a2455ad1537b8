/** Target markets: places, circles around places, and drawn areas of a customer's boxes (BOX-10, 14). */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { GeotagsTable } from '#server/core/database/buy-box-tables.ts'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { noteBoxChange } from '#server/matching/matches/box-changes.ts'
import type { addGeotag, GeotagWire } from '#shared/contract/buy-box.ts'
import { GEOTAGS_MAX } from '#shared/contract/limits.ts'

/** Over all boxes, oldest first; by geotags_customer. */
export async function geotagsOf(db: Database, customerId: number): Promise<GeotagWire[]> {
  const rows = await db
    .selectFrom('geotags')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map(geotagWire)
}

type NewGeotag = z.output<NonNullable<(typeof addGeotag)['body']>>

/** Into the box that is named, else into the first manual one, which is made when there is none. */
export async function addGeotagTo(db: Database, customerId: number, given: NewGeotag): Promise<GeotagWire> {
  const values = valuesOf(given)
  return db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const buy_box_id = await boxFor(trx, customerId, given.buy_box_id)
    const existing = await sameArea(trx, buy_box_id, values)
    if (existing) return geotagWire(existing)
    await refuseTooMany(trx, customerId)
    const row = await trx
      .insertInto('geotags')
      .values({ customer_id: customerId, buy_box_id, ...values })
      .returningAll()
      .executeTakeFirstOrThrow()
    await noteBoxChange(trx, customerId)
    return geotagWire(row)
  })
}

/** Somebody else's answers like one that does not exist. */
export async function removeGeotagFrom(db: Database, customerId: number, geotagId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('geotags')
      .where('id', '=', geotagId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await noteBoxChange(trx, customerId)
  })
}

const FIRST_BOX_NAME = 'My buy box'
const NORTH_POLE = 90
const DATE_LINE = 180

function valuesOf({ status, results, radius_miles, polygon }: NewGeotag) {
  const [place] = results
  if (!place || status !== 'OK')
    throw invalid({ status: ['This place was not found. Choose another one from the list.'] })
  const points = [place.geometry.location, ...(polygon ?? [])]
  if (points.some(({ lat, lng }) => Math.abs(lat) > NORTH_POLE || Math.abs(lng) > DATE_LINE))
    throw invalid({ results: ['The area lies outside of the map.'] })
  if (polygon && radius_miles !== undefined)
    throw invalid({ polygon: ['Send a radius or a drawn area, not both.'] })
  return {
    place_id: place.place_id,
    name_formated: place.formatted_address,
    kind: polygon ? 'polygon' : radius_miles === undefined ? 'place' : 'radius',
    place: JSON.stringify(place),
    radius_miles: radius_miles ?? null,
    polygon: JSON.stringify(polygon ?? null),
  } as const
}

async function boxFor(trx: Database, customerId: number, wanted: number | undefined): Promise<number> {
  const boxes = await trx
    .selectFrom('buy_boxes')
    .select(['id', 'mode'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  const box = boxes.find(({ id, mode }) => (wanted === undefined ? mode === 'manual' : id === wanted))
  if (box) return box.id
  if (wanted !== undefined) throw invalid({ buy_box_id: ['This buy box does not exist.'] })
  const made = await trx
    .insertInto('buy_boxes')
    .values({ customer_id: customerId, name: FIRST_BOX_NAME, mode: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Drawn areas are never the same; a circle is, around the same place with the same radius. */
function sameArea(trx: Database, boxId: number, values: ReturnType<typeof valuesOf>) {
  if (values.kind === 'polygon') return undefined
  return trx
    .selectFrom('geotags')
    .selectAll()
    .where('buy_box_id', '=', boxId)
    .where('place_id', '=', values.place_id)
    .where('kind', '=', values.kind)
    .where('radius_miles', 'is not distinct from', values.radius_miles)
    .executeTakeFirst()
}

async function refuseTooMany(trx: Database, customerId: number): Promise<void> {
  const { count } = await trx
    .selectFrom('geotags')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= GEOTAGS_MAX)
    throw conflict(`You have ${GEOTAGS_MAX} target markets. Remove one to add another.`)
}

function geotagWire(row: Selectable<GeotagsTable>): GeotagWire {
  const geotagId = placeNumber(row.place_id)
  return {
    id: row.id,
    geotag_id: geotagId,
    geotag: { id: geotagId, name_formated: row.name_formated, results: [row.place] },
    buy_box_id: row.buy_box_id,
    kind: row.kind,
    radius_miles: row.radius_miles,
    polygon: row.polygon,
  }
}

const NUMBER_BYTES = 6

/** The same number for the same place, whoever chose it: the spec wants a number, places are named by text. */
function placeNumber(placeId: string): number {
  return createHash('sha256').update(placeId).digest().readUIntBE(0, NUMBER_BYTES) + 1
}
