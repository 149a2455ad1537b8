/** Writes down whom a campaign is for, in portions: a node that dies between two leaves the rest to another. */
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { buyersAfter, type ReadAudience } from './audience.ts'

const PORTION = 250

/** Resolves when all are found, or the campaign was called off. */
export async function findRecipients(
  db: Database,
  campaignId: number,
  audience: ReadAudience,
): Promise<void> {
  while (await findPortion(db, campaignId, audience)) await turn()
}

/** False when there is no more. */
const findPortion = (db: Database, campaignId: number, audience: ReadAudience): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('campaigns')
      .select(['found_up_to', 'state'])
      .where('id', '=', campaignId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.found_up_to == null || row.state !== 'sending') return false
    const buyers = await buyersAfter(trx, audience, { after: row.found_up_to, limit: PORTION })
    const ids = buyers.map(({ customer_id }) => customer_id)
    await sql`insert into campaign_recipients (campaign_id, customer_id)
      select ${campaignId}, id from unnest(${ids}::bigint[]) id
      on conflict (campaign_id, customer_id) do nothing`.execute(trx)
    const up_to = buyers.length < PORTION ? null : (buyers.at(-1)?.id ?? null)
    await trx.updateTable('campaigns').set({ found_up_to: up_to }).where('id', '=', campaignId).execute()
    return up_to !== null
  })
