/** The browsers in which a customer gets notices. */
import { sql } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import type { PushDevice } from '#server/providers/push/push-sender.ts'
import { PUSH_DEVICES_MAX } from '#shared/contract/notification-limits.ts'

/** A browser belongs to who logged in there last. By the unique index on the endpoint. */
export async function addDevice(
  db: Database,
  { id: customerId, sessionId }: Pick<CustomerPrincipal, 'id' | 'sessionId'>,
  device: PushDevice,
): Promise<void> {
  const { endpoint, ...keys } = device
  const of = { customer_id: customerId, session_id: sessionId, ...keys, used_at: NOW }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('push_devices')
      .values({ endpoint, ...of })
      .onConflict((clash) => clash.column('endpoint').doUpdateSet(of))
      .execute()
    await sql`
      delete from push_devices where id in (
        select id from push_devices where customer_id = ${customerId}
        order by used_at desc, id desc offset ${PUSH_DEVICES_MAX})`.execute(trx)
  })
}

/** Those of logins that have not ended. By push_devices_customer. */
export const devicesOf = (db: Database, customerId: number) =>
  db
    .selectFrom('push_devices')
    .innerJoin('access_tokens', 'access_tokens.id', 'push_devices.session_id')
    .select(['push_devices.id', 'endpoint', 'p256dh', 'auth'])
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', NOW)
    .orderBy('used_at', 'desc')
    .execute()

/** Again changes nothing; somebody else's stays. */
export async function removeDevice(db: Database, customerId: number, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('customer_id', '=', customerId)
    .execute()
}
