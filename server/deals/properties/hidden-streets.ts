/** The hidden streets of accounts: what people write about one deal, or about the seller, must not tell the address of another one. */
import type { Database } from '#server/core/database/open.ts'
import { type AddressReader, addressAccess } from '#server/messaging/address-access.ts'
import { streetRedactor } from '#shared/rules/deals/redaction/redact-street.ts'

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

/** For what a seller sends to many buyers at once: not all of them may know the addresses. */
export async function blastRedactor(
  db: Database,
  { accountId, propertyIds }: { accountId: number; propertyIds: readonly number[] },
): Promise<<T extends string | null>(text: T) => T | string> {
  const redact = streetRedactor(await hiddenPlaces(db, { accountIds: [accountId], propertyIds, who: null }))
  return (text) => (text === null ? text : redact(text))
}
