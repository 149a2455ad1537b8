/** Deletes a customer with everything that hangs on the row; views stay as numbers without a person. */

import { phonesOf } from '#server/account/queries.ts'
import type { Database } from '#server/database/open.ts'
import { letGoAllFavourites } from '#server/favourites/queries.ts'
import { notFound } from '#server/http/refusal.ts'
import { holdMatching } from '#server/matching/box-changes.ts'
import { giveAllBack } from '#server/open-houses/places.ts'
import { dropReviewsOf } from '#server/reviews/drop-reviews.ts'
import type { CustomerRow } from './own-row.ts'

/** Returns who got a place at an open house that came free by it. */
export async function deleteCustomer(
  db: Database,
  row: CustomerRow,
): Promise<{ openHouseId: number; customerId: number }[]> {
  return db.transaction().execute(async (trx) => {
    await holdWhole(trx, row.id)
    const phones = (await phonesOf(trx, row.id)).map((phone) => phone.phone)
    // Tokens know two kinds of people, so no foreign key takes them along.
    await trx
      .deleteFrom('access_tokens')
      .where('principal_kind', '=', 'customer')
      .where('principal_id', '=', row.id)
      .execute()
    // The embedded parts keep what they "sent".
    await trx
      .deleteFrom('outbox')
      .where('recipient', 'in', [row.email, ...phones])
      .execute()
    // Before anything of deals: a rating locks its account first, then the deals.
    await dropReviewsOf(trx, row.id, Date.now())
    await letGoAllFavourites(trx, row.id)
    const places = await giveAllBack(trx, row.id, Date.now())
    await trx.deleteFrom('customers').where('id', '=', row.id).execute()
    return places
  })
}

/** Nothing may begin to hang on the row while it goes. */
async function holdWhole(trx: Database, customerId: number): Promise<void> {
  await holdMatching(trx, customerId)
  const row = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}
