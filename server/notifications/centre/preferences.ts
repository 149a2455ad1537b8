/** What a customer or a member of an account wants to be told where: the matrix as it works now, and setting some of it. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { setSubscribed } from '#server/notifications/mail-preferences.ts'
import type {
  Channel,
  Frequency,
  NotificationPreferencesWire,
  NotificationType,
} from '#shared/contract/notifications.ts'
import type { TextPurpose } from '#shared/contract/text-purposes.ts'
import { cellOf, cellsOf, frequencyOf, mailTypeOf } from '#shared/rules/notifications/preferences.ts'
import { PURPOSE_WORDS, purposeOf } from '#shared/rules/text-consent/purposes.ts'
import { columnOf, preferencesOf, type Recipient } from './recipient-preferences.ts'

export interface CellChange {
  type: NotificationType
  channel: Channel
  frequency: Frequency
}

export async function preferencesWire(db: Database, who: Recipient): Promise<NotificationPreferencesWire> {
  const recipientPreferences = (await preferencesOf(db, [who.id], who.kind)).get(who.id)
  if (!recipientPreferences) throw invalid({ cells: ['This account is closed.'] })
  const { preferences, quiet, zone, devices } = recipientPreferences
  const waiting = await problemOf(db, who)
  return {
    cells: cellsOf(who.kind).map(({ type, channel }) => ({
      type,
      channel,
      frequency: frequencyOf(preferences, type, channel),
    })),
    quiet_hours: { from: quiet?.from ?? null, until: quiet?.until ?? null },
    time_zone: zone,
    can_text: preferences.textPurposes.size > 0,
    text_purposes: [...preferences.textPurposes],
    devices,
    ...waiting,
  }
}

/** Throws 422 for what a cell does not have, and for texts to nobody. */
export async function setCells(trx: Database, who: Recipient, cells: readonly CellChange[]): Promise<void> {
  const purposes = (await preferencesOf(trx, [who.id], who.kind)).get(who.id)?.preferences.textPurposes
  for (const { type, channel, frequency } of cells) {
    if (!cellOf(type, channel, who.kind).choices.includes(frequency)) throw invalid({ cells: [NO_CHOICE] })
    if (channel === 'sms' && frequency !== 'off' && !purposes?.has(purposeOf(type)))
      throw invalid({ cells: [NO_CONSENT[who.kind](purposeOf(type))] })
  }
  for (const cell of cells) await setCell(trx, who, cell)
}

const NO_CHOICE = 'This value is not allowed.'
const NO_CONSENT = {
  customer: (purpose: TextPurpose) =>
    `Agree to texts for “${PURPOSE_WORDS[purpose].label}” at one of your numbers first.`,
  member: () => 'Your login has no phone number. Add it under My login first.',
}

/** By the unique index of the kind. */
async function setCell(
  trx: Database,
  who: Recipient,
  { type, channel, frequency }: CellChange,
): Promise<void> {
  await trx
    .insertInto('notification_preferences')
    .values({ [columnOf(who.kind)]: who.id, type, channel, frequency })
    .onConflict((clash) => clash.columns([columnOf(who.kind), 'type', 'channel']).doUpdateSet({ frequency }))
    .execute()
  const mailType = channel === 'email' && who.kind === 'customer' ? mailTypeOf(type, frequency) : null
  // Whoever wants a mail again has it again, also after its link was pressed.
  if (mailType !== null && frequency !== 'off')
    await setSubscribed(trx, who.id, { type: mailType, isSubscribed: true })
}

/** Null for both: none. By the unique index of the kind. */
export async function setQuietHours(
  trx: Database,
  who: Recipient,
  { from, until }: { from: string | null; until: string | null },
): Promise<void> {
  if ((from === null) !== (until === null)) throw invalid({ quiet_hours: ['Enter both times, or none.'] })
  const hours = { quiet_from: from, quiet_until: until }
  await trx
    .insertInto('quiet_hours')
    .values({ [columnOf(who.kind)]: who.id, ...hours })
    .onConflict((clash) => clash.column(columnOf(who.kind)).doUpdateSet(hours))
    .execute()
}

/** What could not be handed over: still being tried, and given up within the last month. By deliveries_customer or deliveries_member. */
async function problemOf(
  db: Database,
  { kind, id }: Recipient,
): Promise<{ delayed: number; undelivered: number }> {
  const { rows } = await sql<{ delayed: number; undelivered: number }>`
    select count(*) filter (where state = 'waiting' and tries > 0)::int as delayed,
      count(*) filter (where state = 'failed' and ended_at > clock_timestamp() - interval '30 days')::int as undelivered
    from deliveries where ${sql.ref(columnOf(kind))} = ${id} and state in ('waiting', 'failed')`.execute(db)
  return rows[0] ?? { delayed: 0, undelivered: 0 }
}
