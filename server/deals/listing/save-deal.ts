/** Saving what a seller typed: a draft takes anything, a listed deal nothing that buyers may not be shown. */
import { randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow, Schema } from '#server/core/database/schema.ts'
import { refuseOtherTerms, termsDigest } from '#server/core/http/idempotency.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import type { Geocoder } from '#server/providers/places/geocoder.ts'
import type { DealChange } from '#shared/contract/seller-listing.ts'
import { type ListedThings, publishProblems } from '#shared/rules/deals/completeness.ts'
import { columnsOf, fieldsOf, listedThings } from './fields.ts'
import { type FoundPlace, findPlace, movesDeal } from './find-place.ts'
import { type ChangeDeps, changeDeal, ownDeal } from './own-deal.ts'

export interface SaveDeps extends ChangeDeps {
  geocoder: Geocoder
}

/** Whose draft it is; an import writes it in the name of its account's person. */
type Member = Pick<AccountPrincipal, 'accountId' | 'memberId'>

export interface Saved {
  who: AccountPrincipal
  id: number
  fields: DealChange
}

/** Rejects with 404, and with 422 by field. */
export async function saveDeal(deps: SaveDeps, { who, id, fields }: Saved): Promise<void> {
  const row = await ownDeal(deps.db, who, id)
  await requireManager(deps.db, who, fields.manager_id)
  const moved = movesDeal(fields, row) ? await placeFor(deps.geocoder, row, fields) : null
  const columns = { ...columnsOf(fields), ...moved }
  await changeDeal(deps, { who, id }, async (trx, before) => {
    const after = { ...before, ...columns }
    if (before.listing !== 'draft') await refuseWorse(trx, before, after)
    await writeColumns(trx, before, columns)
    if (before.listing !== 'listed') return
    if (after.price !== before.price) await noteChange(trx, after, 'price')
    if (after.arv !== before.arv) await noteChange(trx, after, 'arv')
  })
}

/** Rejects with 422 on a place in another state than the address. */
async function placeFor(geocoder: Geocoder, row: PropertyRow, fields: DealChange): Promise<FoundPlace> {
  const isGiven = fields.latitude != null && fields.longitude != null
  const isTyped = ADDRESS.some((name) => fields[name] !== undefined && fields[name] !== row[name])
  const { place, isOutside } = await findPlace(
    geocoder,
    { ...row, ...columnsOf(fields) },
    isGiven || !isTyped,
  )
  if (isOutside) throw invalid({ latitude: ['This place is not in the state of the address.'] })
  return place
}
const ADDRESS = ['address', 'city', 'state', 'zip'] as const

/** Rejects with 422 naming each field that keeps the deal from being shown. */
export async function requireShowable(trx: Database, row: PropertyRow): Promise<void> {
  refuse(problemsOf(row, await listedThings(trx, row.id)))
}

/** The same, but for its place, which may still be found. */
export async function requireTyped(db: Database, row: PropertyRow): Promise<void> {
  refuse(publishProblems(fieldsOf(row), await listedThings(db, row.id)))
}

/** A deal that buyers have seen may lack what it lacked before, e.g. one that was imported; it may not lose anything. */
async function refuseWorse(trx: Database, before: PropertyRow, after: PropertyRow): Promise<void> {
  const things = await listedThings(trx, before.id)
  const known = problemsOf(before, things)
  const problems = Object.entries(problemsOf(after, things)).filter(([field, text]) => known[field] !== text)
  refuse(Object.fromEntries(problems))
}

function problemsOf(row: PropertyRow, things: ListedThings): Record<string, string> {
  const problems: Record<string, string> = { ...publishProblems(fieldsOf(row), things) }
  if (!problems.state && !problems.zip && row.latitude === null)
    problems.zip = 'This ZIP code is not in this state. Check the address.'
  return problems
}

function refuse(problems: Readonly<Record<string, string>>): void {
  const named: [string, string[]][] = Object.entries(problems).map(([field, text]) => [field, [text]])
  if (named.length > 0) throw invalid(Object.fromEntries(named))
}

/** What was found out about the old place is not true of the new one. By primary keys. */
async function writeColumns(
  trx: Transaction<Schema>,
  before: PropertyRow,
  columns: Partial<PropertyRow>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await trx
    .updateTable('properties')
    .set(columns as Omit<typeof columns, 'picked_sales'>)
    .where('id', '=', before.id)
    .execute()
  const isElsewhere = columns.latitude !== undefined && columns.latitude !== before.latitude
  const isAnother = REPORTED.some((name) => columns[name] !== undefined && columns[name] !== before[name])
  if (!isElsewhere && !isAnother) return
  for (const table of ['market_reports', 'shown_market_reports'] as const)
    await trx.deleteFrom(table).where('property_id', '=', before.id).execute()
  await trx.updateTable('properties').set({ picked_sales: sql`null` }).where('id', '=', before.id).execute()
}
/** What sales near a deal are chosen by. */
const REPORTED = ['arv', 'sqft', 'longitude'] as const

const noteChange = (
  trx: Transaction<Schema>,
  { id, price, arv, status }: PropertyRow,
  kind: 'price' | 'arv',
) =>
  trx
    .insertInto('price_changes')
    .values({
      property_id: id,
      kind,
      price,
      status,
      at: sql<Date>`clock_timestamp()`,
      arv: kind === 'arv' ? arv : null,
    })
    .execute()

const HASH_BYTES = 16

/** A repeat under the same key answers with the first draft. */
export async function createDraft(
  deps: Pick<SaveDeps, 'db' | 'geocoder'>,
  { me, fields, key }: { me: Member; fields: DealChange; key: string | null },
): Promise<number> {
  await requireManager(deps.db, me, fields.manager_id)
  const blank = { address: '', city: '', state: '', zip: '' }
  const columns = { manager_id: me.memberId, ...columnsOf(fields) }
  const terms = termsDigest(fields)
  const typed = { ...blank, latitude: null, longitude: null, is_street_shown: true, ...columns }
  const { place } = await findPlace(deps.geocoder, typed, typed.latitude !== null)
  // A conflict on properties_idempotency writes nothing.
  const made = await deps.db
    .insertInto('properties')
    .values({
      ...blank,
      ...(columns as Omit<typeof columns, 'picked_sales'>),
      ...place,
      account_id: me.accountId,
      listing: 'draft',
      idempotency_key: key,
      idempotency_terms: key === null ? null : terms,
      preview_hash: randomBytes(HASH_BYTES).toString('hex'),
      updated_at: NOW,
    })
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? (await draftByKey(deps.db, me.accountId, { key: key ?? '', terms }))
}

/** By properties_idempotency. */
async function draftByKey(
  db: Database,
  accountId: number,
  { key, terms }: { key: string; terms: string },
): Promise<number> {
  const row = await db
    .selectFrom('properties')
    .select(['id', 'idempotency_terms'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
  // A draft from before terms were stored is known only by its key.
  refuseOtherTerms((row.idempotency_terms ?? terms) === terms)
  return row.id
}

/** By primary key. */
async function requireManager(
  db: Database,
  me: Pick<Member, 'accountId'>,
  managerId: number | null | undefined,
): Promise<void> {
  if (managerId === null || managerId === undefined) return
  const found = await db
    .selectFrom('account_members')
    .select('id')
    .where('id', '=', managerId)
    .where('account_id', '=', me.accountId)
    .executeTakeFirst()
  if (!found) throw invalid({ manager_id: ['This person isn’t on your team.'] })
}
