/** What a customer wants to be told where: the matrix as it works now, and setting some of it. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { invalid } from '#server/http/refusal.ts'
import { setSubscribed } from '#server/profile/mail-preferences.ts'
import type {
  Channel,
  Frequency,
  NotificationPreferencesWire,
  NotificationType,
} from '#shared/contract/notifications.ts'
import { CELLS, cellOf, frequencyOf, mailTypeOf } from '#shared/rules/notifications/preferences.ts'
import { wishesOf } from './wishes.ts'

export interface CellChange {
  type: NotificationType
  channel: Channel
  frequency: Frequency
}

export async function preferencesWire(
  db: Database,
  customerId: number,
): Promise<NotificationPreferencesWire> {
  const wishes = (await wishesOf(db, [customerId])).get(customerId)
  if (!wishes) throw invalid({ cells: ['This account is closed.'] })
  const { preferences, quiet, zone, devices } = wishes
  const waiting = await troubleOf(db, customerId)
  return {
    cells: CELLS.map(({ type, channel }) => ({
      ...{ type, channel },
      frequency: frequencyOf(preferences, type, channel),
    })),
    quiet_hours: { from: quiet?.from ?? null, until: quiet?.until ?? null },
    time_zone: zone,
    can_text: preferences.canText,
    devices,
    ...waiting,
  }
}

/** Throws 422 for what a cell does not have, and for texts to nobody. */
export async function setCells(
  trx: Database,
  customerId: number,
  cells: readonly CellChange[],
): Promise<void> {
  const canText = (await wishesOf(trx, [customerId])).get(customerId)?.preferences.canText ?? false
  for (const { type, channel, frequency } of cells) {
    if (!cellOf(type, channel).choices.includes(frequency)) throw invalid({ cells: [NO_CHOICE] })
    if (channel === 'sms' && frequency !== 'off' && !canText) throw invalid({ cells: [NO_NUMBER] })
  }
  for (const cell of cells) await setCell(trx, customerId, cell)
}

const NO_CHOICE = 'This cannot be set so.'
const NO_NUMBER = 'Agree to texts at one of your numbers first.'

/** By primary key. */
async function setCell(
  trx: Database,
  customerId: number,
  { type, channel, frequency }: CellChange,
): Promise<void> {
  await trx
    .insertInto('notification_preferences')
    .values({ customer_id: customerId, type, channel, frequency })
    .onConflict((clash) => clash.columns(['customer_id', 'type', 'channel']).doUpdateSet({ frequency }))
    .execute()
  const mailType = channel === 'email' ? mailTypeOf(type, frequency) : null
  // Whoever wants a mail again has it again, also after its link was pressed.
  if (mailType !== null && frequency !== 'off')
    await setSubscribed(trx, customerId, { type: mailType, isSubscribed: true })
}

/** Null for both: none. By primary key. */
export async function setQuietHours(
  trx: Database,
  customerId: number,
  { from, until }: { from: string | null; until: string | null },
): Promise<void> {
  if ((from === null) !== (until === null)) throw invalid({ quiet_hours: ['Enter both times, or none.'] })
  const hours = { quiet_from: from, quiet_until: until }
  await trx
    .insertInto('quiet_hours')
    .values({ customer_id: customerId, ...hours })
    .onConflict((clash) => clash.column('customer_id').doUpdateSet(hours))
    .execute()
}

/** What could not be handed over: still being tried, and given up within the last month. By deliveries_customer. */
async function troubleOf(
  db: Database,
  customerId: number,
): Promise<{ delayed: number; undelivered: number }> {
  const { rows } = await sql<{ delayed: number; undelivered: number }>`
    select count(*) filter (where state = 'waiting' and tries > 0)::int as delayed,
      count(*) filter (where state = 'failed' and ended_at > clock_timestamp() - interval '30 days')::int as undelivered
    from deliveries where customer_id = ${customerId} and state in ('waiting', 'failed')`.execute(db)
  return rows[0] ?? { delayed: 0, undelivered: 0 }
}
