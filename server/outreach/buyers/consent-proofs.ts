/** The proofs of consent that an import gives for each channel: which of them hold, and how they are read back. */
import { type RawBuilder, sql } from 'kysely'
import type { ConsentProofs } from '#server/core/database/campaign-tables.ts'
import { type ImportRow, SELLERS_WORD } from '#shared/contract/seller-buyers.ts'
import { CONSENT_CHANNELS } from '#shared/contract/subscriptions.ts'
import { consentDate } from '#shared/rules/buyers/consent-date.ts'
import { parseNanp } from '#shared/rules/phone.ts'

export interface Importer {
  memberId: number
  /** `YYYY-MM-DD`. A day later is still today somewhere. */
  today: string
  latestDay: string
}

export interface ReadProofs {
  phone: string | null
  consents: ConsentProofs
  /** Why a channel has no consent, in words. */
  problems: string[]
}

/** A row of an old client has no `consents`: what it says of consent is for emails, by the seller's word. */
export function readProofs(row: ImportRow, { memberId, today, latestDay }: Importer): ReadProofs {
  const phone = row.phone === undefined ? null : parseNanp(row.phone)
  const problems =
    row.phone?.trim() && phone === null ? ['This is not a US phone number; it is left out.'] : []
  if (row.consents === undefined) {
    const consents = row.has_consent ? { email: { how: SELLERS_WORD, at: today, by: memberId } } : {}
    return { phone, consents, problems }
  }
  const consents: ConsentProofs = {}
  for (const channel of CONSENT_CHANNELS) {
    const proof = row.consents[channel]
    if (!proof) continue
    const at = consentDate(proof.at)
    if (proof.how === '') problems.push(`${WHAT[channel]}: how they agreed is missing, so they get none.`)
    else if (at === null || at > latestDay)
      problems.push(`${WHAT[channel]}: the day they agreed cannot be read or is to come, so they get none.`)
    else if (channel === 'sms' && phone === null)
      problems.push('Texts: the phone number is missing, so they get none.')
    else consents[channel] = { how: proof.how, at, by: memberId }
  }
  return { phone, consents, problems }
}

const WHAT = { email: 'Emails', sms: 'Texts' } as const

/** The proofs of a row, also of one from before they were kept. */
export const consentsIn = (table: string): RawBuilder<ConsentProofs> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`case when ${column('has_consent')} and ${column('consents')} = '{}' then jsonb_build_object('email',
    jsonb_build_object('how', ${SELLERS_WORD}::text, 'at', to_char(coalesce(${column('consent_at')}, ${column('created_at')}), 'YYYY-MM-DD'),
      'by', ${column('imported_by')})) else ${column('consents')} end`
}
