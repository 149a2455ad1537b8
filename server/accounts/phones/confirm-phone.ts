/** Confirming a number with a texted code. A number is confirmed by one customer at a time: the newest one to prove it. */
import { sql } from 'kysely'
import { checkCode, sendCode } from '#server/accounts/login/codes.ts'
import { writePhoneNotification } from '#server/accounts/login/security-notifications.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { CODE_LIFETIME_MS } from '#shared/contract/limits.ts'
import { keepDefault, lockCustomers, type PhoneRow, phoneOf } from './queries.ts'

type Deps = Pick<RoomDeps, 'db' | 'secret' | 'parts' | 'nowMs' | 'site'>

const MINUTE_MS = 60_000

/** False when there is nothing to confirm any more. Throws 404, 429 or, when the text did not go out, 503. */
export async function textCode(deps: Deps, of: Pick<PhoneRow, 'id' | 'customer_id'>): Promise<boolean> {
  const row = await phoneOf(deps.db, of.customer_id, of.id)
  if (!row) throw notFound()
  if (row.confirmed_at) return false
  await sendCode(deps, {
    purpose: 'phone',
    customerId: row.customer_id,
    subject: row.phone,
    send: async (code) => deps.parts.sms.send({ to: row.phone, body: await phoneCodeText(deps.site, code) }),
  })
  return true
}

/** A code that confirms a number or a change of the account; the same words for both, so a phone shows them as one thread. */
export const phoneCodeText = async (site: Site, code: string): Promise<string> =>
  `${code} is your ${(await installationOf(site)).name} code. It works for ${CODE_LIFETIME_MS / MINUTE_MS} minutes. We never ask you for it.`

/** Throws 404 for somebody else's phone and 422 on `code`. Again for a confirmed number changes nothing. */
export async function confirmNumber(
  deps: Deps,
  customerId: number,
  { phoneId, code }: { phoneId: number; code: string },
): Promise<void> {
  const row = await phoneOf(deps.db, customerId, phoneId)
  if (!row) throw notFound()
  if (row.confirmed_at) return
  await checkCode(deps, { purpose: 'phone', customerId, subject: row.phone, code })
  await deps.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${row.phone}, 0))`.execute(trx)
    const former = await confirmedBy(trx, row.phone)
    await lockCustomers(trx, [customerId, ...(former === undefined ? [] : [former])])
    if (former !== undefined && former !== customerId) await takeFrom(trx, former, row.phone)
    const confirmed = await trx
      .updateTable('customer_phones')
      .set({ confirmed_at: NOW })
      .where('id', '=', row.id)
      .returning('id')
      .executeTakeFirst()
    // Removed in another tab meanwhile.
    if (!confirmed) throw notFound()
    await writePhoneNotification(trx, row, 'confirmed')
  })
}

/** By the unique index customer_phones_confirmed. */
async function confirmedBy(trx: Database, phone: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('customer_phones')
    .select('customer_id')
    .where('phone', '=', phone)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.customer_id
}

/** Its former owner keeps a default number, when there is any left. */
async function takeFrom(trx: Database, customerId: number, phone: string): Promise<void> {
  const { id } = await trx
    .deleteFrom('customer_phones')
    .where('customer_id', '=', customerId)
    .where('phone', '=', phone)
    .returning('id')
    .executeTakeFirstOrThrow()
  await writePhoneNotification(trx, { id, customer_id: customerId, phone }, 'taken')
  await keepDefault(trx, customerId)
}
