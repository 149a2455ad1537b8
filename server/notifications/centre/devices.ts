/** The browsers in which a customer or a member of an account gets notices. */
import { sql } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PushDevice } from '#server/providers/push/push-sender.ts'
import { PUSH_DEVICES_MAX } from '#shared/contract/notification-limits.ts'
import { columnOf, isLoginAlive, type Recipient } from './recipient-preferences.ts'

/** A browser belongs to who logged in there last. By the unique index on the endpoint. */
export async function addDevice(
  db: Database,
  { who, sessionId }: { who: Recipient; sessionId: number },
  device: PushDevice,
): Promise<void> {
  const { endpoint, ...keys } = device
  const nobody = { customer_id: null, member_id: null }
  const of = { ...nobody, [columnOf(who.kind)]: who.id, session_id: sessionId, ...keys, used_at: NOW }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('push_devices')
      .values({ endpoint, ...of })
      .onConflict((clash) => clash.column('endpoint').doUpdateSet(of))
      .execute()
    await sql`
      delete from push_devices where id in (
        select id from push_devices where ${sql.ref(columnOf(who.kind))} = ${who.id}
        order by used_at desc, id desc offset ${PUSH_DEVICES_MAX})`.execute(trx)
  })
}

/** Those of logins that have not ended. By push_devices_customer or push_devices_member. */
export const devicesOf = (db: Database, { kind, id }: Recipient) =>
  db
    .selectFrom('push_devices')
    .innerJoin('access_tokens as login', 'login.id', 'push_devices.session_id')
    .select(['push_devices.id', 'endpoint', 'p256dh', 'auth'])
    .where(columnOf(kind), '=', id)
    .where(isLoginAlive)
    .orderBy('used_at', 'desc')
    .execute()

/** Again changes nothing; somebody else's stays. */
export async function removeDevice(db: Database, { kind, id }: Recipient, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where(columnOf(kind), '=', id)
    .execute()
}
