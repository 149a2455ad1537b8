/** The hidden streets of accounts: what people write about one deal, or about the seller, must not tell the address of another one. */
import type { Database } from '#server/core/database/open.ts'
import { type AddressReader, addressAccess } from '#server/messaging/address-access.ts'
import {
  placesNamedIn,
  type StreetPlace,
  streetRedactor,
} from '#shared/rules/deals/redaction/redact-street.ts'

export interface HiddenAsked {
  accountIds: readonly number[]
  /** Deals that the text is about: also while they are not listed. */
  propertyIds?: readonly number[]
  /** Who reads it; null for somebody who knows no address. */
  who: AddressReader | null
}

/** Where the accounts' listed deals with a hidden street are, but those that the reader knows. By properties_account or primary key. */
export async function hiddenPlaces(db: Database, { accountIds, propertyIds = [], who }: HiddenAsked) {
  const accounts = accountIds.filter((id) => who?.kind !== 'account' || who.accountId !== id)
  if (accounts.length === 0) return []
  const rows = await db
    .selectFrom('properties')
    .select(['id', 'account_id', 'address', 'city', 'state', 'zip', 'county', 'parcel'])
    .select(['latitude', 'longitude'])
    .where('account_id', 'in', accounts)
    .where((of) =>
      of.or([
        of.and([of('listing', '=', 'listed'), of('is_street_shown', '=', false)]),
        ...(propertyIds.length === 0
          ? []
          : [
              of.and([
                of('id', 'in', propertyIds),
                of.or([of('listing', '=', 'removed'), of('is_street_shown', '=', false)]),
              ]),
            ]),
      ]),
    )
    .execute()
  const ids = rows.map(({ id }) => id)
  const open = await addressAccess(db, who, ids)
  return rows.filter(({ id }) => !open.has(id))
}

/** For texts about these deals: of each the seller's other hidden streets. By properties_account. */
export async function otherHiddenPlaces(
  db: Database,
  about: readonly { account_id: number; property_id: number }[],
  who: AddressReader | null,
): Promise<(one: { account_id: number; property_id: number }) => StreetPlace[]> {
  const accountIds = [...new Set(about.map((one) => one.account_id))]
  const places = await hiddenPlaces(db, { accountIds, who })
  return (one) =>
    places.filter(({ id, account_id }) => account_id === one.account_id && id !== one.property_id)
}

type HiddenPlace = Awaited<ReturnType<typeof hiddenPlaces>>[number]

interface Titled {
  id: number
  account_id: number
  title: string | null
}

/**
 * For the titles of many deals, which everybody reads: of each the seller's other hidden places that it may name. Reads those of an
 * account once.
 */
export function hiddenPlacesInTitles(db: Database) {
  const namedOf = new Map<number, (title: string) => readonly HiddenPlace[]>()
  return async <T extends Titled>(rows: readonly T[]): Promise<(T & { named: readonly StreetPlace[] })[]> => {
    const titled = rows.filter(({ title, account_id: id }) => title !== null && !namedOf.has(id))
    const accountIds = [...new Set(titled.map((row) => row.account_id))]
    const placesOf = new Map(accountIds.map((id): [number, HiddenPlace[]] => [id, []]))
    for (const place of await hiddenPlaces(db, { accountIds, who: null }))
      placesOf.get(place.account_id)?.push(place)
    for (const [id, places] of placesOf) namedOf.set(id, placesNamedIn(places))
    return rows.map((row) => {
      const named = row.title === null ? [] : (namedOf.get(row.account_id)?.(row.title) ?? [])
      return { ...row, named: named.filter(({ id }) => id !== row.id) }
    })
  }
}

/** For what a seller sends to many buyers at once: not all of them may know the addresses. */
export async function blastRedactor(
  db: Database,
  { accountId, propertyIds }: { accountId: number; propertyIds: readonly number[] },
): Promise<<T extends string | null>(text: T) => T | string> {
  const redact = streetRedactor(await hiddenPlaces(db, { accountIds: [accountId], propertyIds, who: null }))
  return (text) => (text === null ? text : redact(text))
}
