/** The parts of a blast that could not be sent, and retrying them: all of it, or the copies of single buyers. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { workKind } from '#server/core/jobs/failed-work.ts'
import { retryWork } from '#server/core/jobs/retry-work.ts'
import type { CampaignWire } from '#shared/contract/campaigns.ts'

/** As a whole: its audience could not be found, or its end not be stored. */
export const BLASTS = workKind({ name: 'blasts', label: 'Blast' })

/** An item is a blast and a buyer, `12:7`. Its seller watches it, so it is given up within a quarter of an hour. */
export const BLAST_RECIPIENTS = workKind({
  name: 'blast-recipients',
  label: 'Copy of a blast, for blast and buyer',
  tries: 5,
  /** By primary key. A finished one continues with the buyers who lack it. */
  async onRetry(trx, item) {
    await trx
      .updateTable('campaigns')
      .set({ state: 'sending', finished_at: null, stats: 'null' })
      .where('id', '=', Number(item.split(':')[0]))
      .where('state', '=', 'sent')
      .execute()
  },
})

/** The key of a row of campaign_recipients, in SQL. */
export const RECIPIENT = sql`campaign_recipients.campaign_id || ':' || campaign_recipients.customer_id`

/** Of a row of campaign_recipients: its copy was given up. By the unique index of failed_work. */
export const IS_GIVEN_UP: RawBuilder<boolean> = sql<boolean>`exists (select 1 from failed_work w
  where w.kind = ${sql.lit(BLAST_RECIPIENTS.name)} and w.item = (${RECIPIENT})::text and w.given_up_at is not null)`

const SHOWN_MAX = 50

/** The buyers who did not get it, the first of them by name. By campaign_recipients_waiting. */
export async function failedBuyers(
  db: Database,
  campaignId: number,
): Promise<NonNullable<CampaignWire['failed_buyers']>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select customers.id, customers.name from campaign_recipients
    join customers on customers.id = campaign_recipients.customer_id
    where campaign_id = ${campaignId} and campaign_recipients.state = 'waiting' and ${IS_GIVEN_UP}
    order by lower(customers.name), customers.id limit ${SHOWN_MAX}`.execute(db)
  return rows
}

/** When the blast as a whole was given up, else null. By the unique index of failed_work. */
export async function blastGivenUpAt(db: Database, campaignId: number): Promise<Date | null> {
  const row = await db
    .selectFrom('failed_work')
    .select('given_up_at')
    .where('kind', '=', BLASTS.name)
    .where('item', '=', String(campaignId))
    .executeTakeFirst()
  return row?.given_up_at ?? null
}

/** Repeating it changes nothing. */
export const sendAgain = (db: Database, campaignId: number, nowMs: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await retryWork(trx, BLASTS, { nowMs, which: sql<boolean>`item = ${String(campaignId)}` })
    await retryWork(trx, BLAST_RECIPIENTS, {
      nowMs,
      which: sql<boolean>`item like ${`${campaignId}:%`} and given_up_at is not null`,
    })
  })

/** No further buyer gets it. */
export const forgetFailed = (trx: Database, campaignId: number) =>
  sql`delete from failed_work where (kind = ${BLASTS.name} and item = ${String(campaignId)})
    or (kind = ${BLAST_RECIPIENTS.name} and item like ${`${campaignId}:%`})`.execute(trx)
