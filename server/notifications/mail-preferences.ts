/** Which mails a customer gets. Without a row one gets them; service mails (offers, money, security) are not asked about. */

import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { MAIL_TYPES, type MailType } from '#shared/contract/subscriptions.ts'

/** Null sets every kind. Again changes nothing. */
export async function setSubscribed(
  db: Database,
  customerId: number,
  change: { type: MailType | null; isSubscribed: boolean },
): Promise<void> {
  const types = change.type === null ? MAIL_TYPES : [change.type]
  const is_subscribed = change.isSubscribed
  await db
    .insertInto('mail_preferences')
    .values(types.map((type) => ({ customer_id: customerId, type, is_subscribed })))
    .onConflict((clash) =>
      clash.columns(['customer_id', 'type']).doUpdateSet({ is_subscribed, updated_at: NOW }),
    )
    .execute()
}

/** The kinds that are on. By primary key. */
export async function subscribedTypes(db: Database, customerId: number): Promise<MailType[]> {
  const rows = await db
    .selectFrom('mail_preferences')
    .select('type')
    .where('customer_id', '=', customerId)
    .where('is_subscribed', '=', false)
    .execute()
  const off = new Set(rows.map((row) => row.type))
  return MAIL_TYPES.filter((type) => !off.has(type))
}
