/** One offer as it stands in the database. */
import type { Selectable } from 'kysely'
import type { OffersTable } from '#server/core/database/offer-tables.ts'
import type { Database } from '#server/core/database/open.ts'

export type OfferRow = Selectable<OffersTable>

/** By primary key. */
export const offerRow = (db: Database, id: number): Promise<OfferRow | undefined> =>
  db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst()

/** Held until the transaction ends: who moves an offer waits here for who moves it too. By primary key. */
export const lockOffer = (trx: Database, id: number): Promise<OfferRow | undefined> =>
  trx.selectFrom('offers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
