/** Between a deal's row and the fields its seller edits. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { readInstallation } from '#server/site/settings/installation.ts'
import { DEAL_CONDITIONS, OCCUPANCIES } from '#shared/contract/properties.ts'
import type { DealChange, DealFields } from '#shared/contract/seller-listing.ts'
import type { ListedThings } from '#shared/rules/deals/completeness.ts'

/** Named alike in the row and on the wire. */
const SAME = [
  ...([
    'title',
    'description',
    'address',
    'city',
    'state',
    'zip',
    'is_street_shown',
    'address_rule',
  ] as const),
  ...([
    'parcel',
    'latitude',
    'longitude',
    'property_type_id',
    'parking_type_id',
    'price',
    'arv',
    'contract_price',
  ] as const),
  ...(['buy_now_price', 'entry_fee', 'earnest_money', 'repair_min', 'repair_max', 'beds', 'baths'] as const),
  ...(['half_baths', 'units', 'sqft', 'lot_size', 'year_built', 'access', 'manager_id'] as const),
]
type Same = (typeof SAME)[number]

/** Bits of an integer, whose highest is its sign. */
const TAG_MAX = 30

export function fieldsOf(row: PropertyRow): DealFields {
  const same = Object.fromEntries(SAME.map((name) => [name, row[name]])) as Pick<PropertyRow, Same>
  return {
    ...same,
    tags: Array.from({ length: TAG_MAX }, (_, index) => index + 1).filter((id) => (row.tags >>> id) & 1),
    condition: row.condition === null ? null : (DEAL_CONDITIONS[row.condition] ?? null),
    occupancy: row.occupancy === null ? null : (OCCUPANCIES[row.occupancy] ?? null),
    closing_at: row.closing_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

/** Absent fields stay as they are; an empty text is none. Throws 422 on a date that is none. */
export function columnsOf(fields: DealChange): Partial<PropertyRow> {
  const { tags, condition, occupancy, closing_at, expires_at } = fields
  const same = SAME.flatMap((name) => (fields[name] === undefined ? [] : [[name, tidy(name, fields[name])]]))
  return {
    ...(Object.fromEntries(same) as Partial<PropertyRow>),
    ...(tags === undefined ? {} : { tags: tags.reduce((bits, id) => bits | (1 << id), 0) }),
    ...(condition === undefined ? {} : { condition: indexIn(DEAL_CONDITIONS, condition) }),
    ...(occupancy === undefined ? {} : { occupancy: indexIn(OCCUPANCIES, occupancy) }),
    ...(closing_at === undefined ? {} : { closing_at: dateOf('closing_at', closing_at) }),
    ...(expires_at === undefined ? {} : { expires_at: dateOf('expires_at', expires_at) }),
  }
}

/** Of the columns that may be null, an empty text is null; the address's parts are texts always. */
const tidy = (name: Same, value: unknown) => (value === '' && !PLACE.includes(name) ? null : value)
const PLACE: readonly string[] = ['address', 'city', 'state', 'zip']

const indexIn = <T extends string>(words: readonly T[], word: T | null): number | null =>
  word === null ? null : words.indexOf(word)

const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)

export function dateOf(field: string, text: string | null): Date | null {
  if (text === null) return null
  const ms = Date.parse(text)
  if (!(ms >= EARLIEST_MS && ms < LATEST_MS)) throw invalid({ [field]: ['Enter a date.'] })
  return new Date(ms)
}

/** By property_images_property and property_documents_property. Drawings are no photos. */
export async function listedThings(db: Database, propertyId: number): Promise<ListedThings> {
  const [photos, documents, { markets }] = await Promise.all([
    db
      .selectFrom('property_images')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('property_id', '=', propertyId)
      .where('is_illustration', '=', false)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('property_documents')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('property_id', '=', propertyId)
      .where('is_quarantined', '=', false)
      .executeTakeFirstOrThrow(),
    readInstallation(db),
  ])
  return { photos: photos.count, documents: documents.count, markets }
}
