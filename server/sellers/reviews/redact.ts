/** Takes the seller's hidden streets out of reviews and responses, for readers who do not know them. */
import type { Database } from '#server/core/database/open.ts'
import { hiddenPlaces } from '#server/deals/properties/hidden-streets.ts'
import type { AddressReader } from '#server/messaging/address-access.ts'
import { streetRedactor } from '#shared/rules/deals/redaction/redact-street.ts'

interface About {
  account_id: number
  property_id: number | null
}

export type Redact = (accountId: number, text: string) => string

/** Of all listed hidden deals of the reviews' sellers, and of those that the reviews are about. */
export async function reviewRedactor(
  db: Database,
  rows: readonly About[],
  who: AddressReader | null,
): Promise<Redact> {
  const accountIds = [...new Set(rows.map((row) => row.account_id))]
  const propertyIds = rows.flatMap((row) => row.property_id ?? [])
  const places = await hiddenPlaces(db, { accountIds, propertyIds, who })
  const byAccount = new Map(
    accountIds.map((id) => [id, streetRedactor(places.filter((place) => place.account_id === id))]),
  )
  return (accountId, text) => byAccount.get(accountId)?.(text) ?? text
}
