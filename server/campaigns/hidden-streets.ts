/** Takes hidden streets out of what a seller sends to many buyers at once: not all of them may know the address. */
import type { Database } from '#server/database/open.ts'
import { redactStreet } from '#shared/rules/deals/redaction/redact-street.ts'

/**
 * Of the deals that are named; words about none are read for any hidden deal that the account has listed. By primary key, or by
 * properties_account.
 */
export async function streetRedactor(
  db: Database,
  { accountId, propertyIds }: { accountId: number; propertyIds: readonly number[] },
): Promise<<T extends string | null>(text: T) => T | string> {
  const hidden = db
    .selectFrom('properties')
    .select(['address', 'city', 'state', 'zip', 'county', 'parcel', 'latitude', 'longitude'])
    .where('account_id', '=', accountId)
    .where('is_street_shown', '=', false)
  const places = await (propertyIds.length > 0
    ? hidden.where('id', 'in', propertyIds)
    : hidden.where('listing', '=', 'listed')
  ).execute()
  return (text) => (text === null ? text : places.reduce<string>(redactStreet, text))
}
