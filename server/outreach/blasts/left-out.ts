/**
 * Why somebody of the audience gets nothing: they stopped such mails, cannot be reached, had enough of them this week from whomever,
 * had this house or these words already, or do not want to see the deal.
 */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { RecipientPreferences } from '#server/notifications/centre/recipient-preferences.ts'
import { BLAST_CAP_DAYS, SAME_DEAL_DAYS, SAME_WORDS_HOURS } from '#shared/contract/campaign-limits.ts'
import type { LeftOut } from '#shared/contract/campaigns.ts'
import { wantsNow } from '#shared/rules/notifications/preferences.ts'
import { purposeOf } from '#shared/rules/text-consent/purposes.ts'

/** What is sent, as far as it decides. */
export interface Sent {
  /** Null before it is kept. */
  id: number | null
  accountId: number
  channel: 'sms' | 'email' | null
  house: string | null
  words: string
  /** The one deal it is about. */
  propertyId: number | null
}

export interface Facts {
  customer_id: number
  can_mail: boolean
  had: number
  had_house: boolean
  had_words: boolean
  is_hidden: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** By primary keys; what each had, by campaign_recipients_customer. A house whose street was hidden since is none that others know. */
export async function factsOf(
  db: Database,
  customerIds: readonly number[],
  { sent, nowMs }: { sent: Sent; nowMs: number },
): Promise<ReadonlyMap<number, Facts>> {
  const since = (ms: number) => new Date(nowMs - ms).toISOString()
  const { rows } = await sql<Facts>`
    select c.id as customer_id, c.email_confirmed_at is not null as can_mail,
      (select count(*)::int from campaign_recipients r
        where r.customer_id = c.id and r.sent_at > ${since(BLAST_CAP_DAYS * DAY_MS)}::timestamptz) as had,
      exists (select 1 from campaign_recipients r join campaigns k on k.id = r.campaign_id
        where r.customer_id = c.id and r.sent_at > ${since(SAME_DEAL_DAYS * DAY_MS)}::timestamptz
          and k.house = ${sent.house}::text and k.account_id <> ${sent.accountId}
          and exists (select 1 from properties p
            where p.id = (k.property_ids->>0)::bigint and p.is_street_shown)) as had_house,
      exists (select 1 from campaign_recipients r join campaigns k on k.id = r.campaign_id
        where r.customer_id = c.id and r.sent_at > ${since(SAME_WORDS_HOURS * HOUR_MS)}::timestamptz
          and k.words = ${sent.words} and k.account_id = ${sent.accountId}) as had_words,
      exists (select 1 from deal_marks d where d.customer_id = c.id
        and d.property_id = ${sent.propertyId}::bigint and d.hidden_at is not null) as is_hidden
    from customers c where c.id = any(${customerIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.customer_id, row]))
}

/** Null for who gets it. The first reason that holds. What goes by no channel goes to nobody who stopped both. */
export function leftOutBecause(
  facts: Facts | undefined,
  recipientPreferences: RecipientPreferences | undefined,
  { channel, cap, isOffMarket = false }: { channel: Sent['channel']; cap: number; isOffMarket?: boolean },
): LeftOut | null {
  if (isOffMarket) return 'off_market'
  if (!facts || !recipientPreferences) return 'gone'
  const { preferences } = recipientPreferences
  if (channel === 'email' && !facts.can_mail) return 'unreachable'
  if (channel === 'sms' && preferences.textPurposes.size === 0) return 'unreachable'
  if (channel === 'sms' && !preferences.textPurposes.has(purposeOf('blast'))) return 'no_consent'
  const ways = channel === null ? (['email', 'sms'] as const) : [channel]
  if (!ways.some((way) => wantsNow(preferences, 'blast', way))) return 'opted_out'
  if (facts.is_hidden) return 'hidden'
  if (facts.had_house || facts.had_words) return 'repeated'
  return facts.had >= cap ? 'cap' : null
}
