/** Tells a buyer who is elsewhere that a seller wrote: on their devices, or where else they want to hear of messages. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { customerChannel } from '#shared/contract/events.ts'
import { type NotifyDeps, notify } from './notify.ts'

export interface WrittenMessage {
  id: number
  customerId: number
  accountId: number
}

/** Who has a page open sees it come: then the bell is enough. The words themselves stay in the thread. */
export async function tellMessage(
  deps: NotifyDeps,
  { id, customerId, accountId }: WrittenMessage,
): Promise<void> {
  if (!(await mayWant(deps.db, customerId))) return
  const isHere = (await deps.broadcaster.occupancy(customerChannel(deps.prefix, customerId))) > 0
  const { title } = await deps.db
    .selectFrom('accounts')
    .select('title')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await notify(deps, [
    {
      ...{ customerId, type: 'message', key: `message ${id}`, title: `${title || 'A seller'} wrote to you` },
      ...{ url: '/messenger', label: 'Open your messages', without: isHere ? ['email', 'push'] : [] },
    },
  ])
}

/** Most people want it nowhere: one quick question, by push_devices_customer and a primary key. */
async function mayWant(db: Database, customerId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from push_devices where customer_id = ${customerId})
      or exists (select 1 from notification_preferences
        where customer_id = ${customerId} and type = 'message' and frequency <> 'off')`.execute(db)
  return rows.length > 0
}
