/** What a webhook is sent: the search, and its new deals as everybody is shown them. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Site } from '#server/core/http/site.ts'
import { publicAddress } from '#server/messaging/property-card.ts'
import { links } from '#shared/contract/pages.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'

export interface Told {
  search_id: number
  search_name: string
  property_ids: readonly number[]
}

/** JSON. What was taken down meanwhile is left out. By primary key. */
export async function callBody(db: Database, told: Told, { origin }: Site): Promise<string> {
  const rows = await db
    .selectFrom('properties')
    .selectAll()
    .where(sql<boolean>`id = any(${told.property_ids}::bigint[])`)
    .where('listing', '=', 'listed')
    .orderBy('id')
    .execute()
  return JSON.stringify({
    event: told.property_ids.length === 0 ? 'test' : 'saved_search.new_deals',
    search: { id: told.search_id, name: told.search_name },
    deals: rows.map((row) => ({
      ...{ id: row.id, url: `${origin}${links.deal(row.id)}`, address: publicAddress(row) },
      ...{ status: DEAL_STATUSES[row.status] ?? null, price: row.price, arv: row.arv },
      ...{ beds: row.beds, baths: row.baths, sqft: row.sqft },
      ...{ city: row.city, state: row.state, zip: row.zip },
    })),
  })
}
