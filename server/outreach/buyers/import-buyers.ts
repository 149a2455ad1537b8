/** Buyers that a seller brings: kept by address, brought up to date when they come again, and only written to with their consent. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { holdStops, stoppedAmong } from '#server/accounts/profile/imported-contacts.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { ConsentProofs } from '#server/core/database/campaign-tables.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { BUYER_TAG_MAX_LENGTH, BUYER_TAGS_MAX } from '#shared/contract/campaign-limits.ts'
import type { ImportRow } from '#shared/contract/seller-buyers.ts'
import { emailAddress } from '#shared/contract/wire.ts'
import { consentsIn, type Importer, readProofs } from './consent-proofs.ts'
import { declinedAmong, hasAnswered } from './double-opt-in.ts'

export interface Imported {
  added: number
  updated: number
  /** Who are asked to confirm. */
  unconfirmed: number
  skipped: { line: number; reason: string }[]
}

/** Consent that was given stays, with its first proof: a later list without it takes nothing back. */
export const importBuyers = (
  { work, nowMs }: Pick<RoomDeps, 'work' | 'nowMs'>,
  me: AccountPrincipal,
  rows: readonly ImportRow[],
): Promise<Imported> =>
  work.transaction().execute(async (trx) => {
    const { good: read, skipped } = sorted(rows, {
      memberId: me.memberId,
      today: dayOf(nowMs()),
      latestDay: dayOf(nowMs() + DAY_MS),
    })
    await holdStops(trx)
    const stopped = await stoppedAmong(
      trx,
      read.map(({ email }) => email),
    )
    const declined = await declinedAmong(trx, { accountId: me.accountId, nowMs: nowMs() }, read)
    const good = read.filter(({ email }) => !stopped.has(email) && !declined.has(email))
    for (const { email, line } of read)
      if (stopped.has(email))
        skipped.push({ line, reason: 'The owner of this address asked not to be contacted.' })
      else if (declined.has(email))
        skipped.push({ line, reason: 'You asked them to confirm, and they declined or did not answer.' })
    const { has_double_opt_in: isAsked } = await trx
      .selectFrom('accounts')
      .select('has_double_opt_in')
      .where('id', '=', me.accountId)
      .executeTakeFirstOrThrow()
    const { rows: written } = await sql<{ is_new: boolean; is_unconfirmed: boolean }>`
      insert into account_buyers (account_id, email, name, source, tags, has_consent, consent_at, imported_by, phone, consents, unconfirmed)
      select ${me.accountId}, r.email, r.name, 'import', r.tags, r.has_consent and not ${isAsked},
        case when r.has_consent and not ${isAsked} then clock_timestamp() end, ${me.memberId}, r.phone,
        case when ${isAsked} then '{}' else r.consents end, case when ${isAsked} then r.consents else '{}' end
      from jsonb_to_recordset(${JSON.stringify(good)}::jsonb) as r(email text, name text, tags jsonb, has_consent boolean, phone text, consents jsonb)
      on conflict (account_id, email) do update set
        name = coalesce(excluded.name, account_buyers.name),
        tags = (select coalesce(jsonb_agg(tag order by tag), '[]') from
          (select jsonb_array_elements_text(account_buyers.tags) union select jsonb_array_elements_text(excluded.tags)) t(tag)),
        has_consent = account_buyers.has_consent or excluded.has_consent,
        consent_at = coalesce(account_buyers.consent_at, excluded.consent_at),
        phone = case when ${consentsIn('account_buyers')} ? 'sms' then account_buyers.phone else coalesce(excluded.phone, account_buyers.phone) end,
        consents = excluded.consents || ${consentsIn('account_buyers')},
        unconfirmed = case when ${hasAnswered('account_buyers')} then '{}' else excluded.unconfirmed || account_buyers.unconfirmed end
          - array(select jsonb_object_keys(excluded.consents || ${consentsIn('account_buyers')}))
      returning (xmax = 0) as is_new, unconfirmed <> '{}' as is_unconfirmed`.execute(trx)
    const added = written.filter(({ is_new }) => is_new).length
    const unconfirmed = written.filter(({ is_unconfirmed }) => is_unconfirmed).length
    const done = { added, updated: written.length - added, unconfirmed, skipped }
    await writeAudit(trx, {
      actor: { kind: 'member', id: me.memberId },
      action: 'buyers.import',
      subject: { kind: 'account', id: me.accountId },
      after: {
        added,
        updated: done.updated,
        with_consent: good.filter(({ has_consent }) => has_consent).length,
      },
    })
    return done
  })

interface GoodRow {
  email: string
  name: string | null
  tags: string[]
  has_consent: boolean
  phone: string | null
  consents: ConsentProofs
}

const DAY_MS = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const address = emailAddress()

/** Each address once: lines of one buyer are taken together, as those of two files are. */
function sorted(
  rows: readonly ImportRow[],
  importer: Importer,
): { good: (GoodRow & { line: number })[]; skipped: Imported['skipped'] } {
  const good = new Map<string, GoodRow & { line: number }>()
  const skipped: Imported['skipped'] = []
  for (const row of rows) {
    const { line, email, name, tags = [] } = row
    const read = z.safeParse(address, email)
    if (!read.success) {
      skipped.push({ line, reason: 'This is not an email address.' })
      continue
    }
    const { phone, consents, problems } = readProofs(row, importer)
    for (const reason of problems) skipped.push({ line, reason })
    const key = read.data.toLowerCase()
    const before = good.get(key)
    if (before)
      skipped.push({ line, reason: `The same address as on line ${before.line}: both are one buyer.` })
    good.set(key, {
      line: before?.line ?? line,
      email: key,
      name: name || (before?.name ?? null),
      tags: tagsIn([...(before?.tags ?? []), ...tags]),
      has_consent: Object.keys(consents).length > 0 || before?.has_consent === true,
      // The number that agreed to texts is the one that is kept.
      phone: (before?.consents.sms ? before.phone : null) ?? phone ?? before?.phone ?? null,
      consents: { ...consents, ...before?.consents },
    })
  }
  return { good: [...good.values()], skipped }
}

const tagsIn = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => tag.trim().slice(0, BUYER_TAG_MAX_LENGTH)).filter(Boolean))]
    .sort()
    .slice(0, BUYER_TAGS_MAX)
