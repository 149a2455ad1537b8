/** How many hidden addresses a customer may still ask for: a number in any 24 hours, more for a verified identity. */
import type { Database } from '#server/core/database/open.ts'
import { readSettings } from '#server/site/settings/settings.ts'
import type { QuotaWire } from '#shared/contract/inquiries.ts'

export interface QuotaLimits {
  addressRequestsPerDay: number
  addressRequestsPerDayVerified: number
}

export const DAY_MS = 24 * 60 * 60_000

/** What was asked in the last 24 hours, granted at once or not. By inquiries_customer. */
export async function quotaOf(
  db: Database,
  customer: { id: number; isVerified: boolean },
  { limits, nowMs }: { limits: QuotaLimits; nowMs: number },
): Promise<QuotaWire> {
  const limit = await limitOf(db, customer.isVerified, limits)
  const asked = await db
    .selectFrom('inquiries')
    .select('created_at')
    .where('customer_id', '=', customer.id)
    .where('type', '=', 'address_request')
    .where('created_at', '>', new Date(nowMs - DAY_MS))
    .orderBy('created_at')
    .execute()
  return quotaFrom(
    asked.map((row) => row.created_at.getTime()),
    limit,
    nowMs,
  )
}

/** What an administrator has set holds for everybody, and never gives less to whose identity is verified. */
async function limitOf(db: Database, isVerified: boolean, limits: QuotaLimits): Promise<number> {
  const { addressRequestsPerDay } = await readSettings(db)
  const limit = addressRequestsPerDay ?? limits.addressRequestsPerDay
  return isVerified ? Math.max(limit, limits.addressRequestsPerDayVerified) : limit
}

/** `askedMs` ascending. One becomes free when the oldest that still stands in the way is a day old. */
export function quotaFrom(askedMs: readonly number[], limit: number, nowMs: number): QuotaWire {
  const blocking = askedMs[Math.max(0, askedMs.length - limit)]
  return {
    limit,
    left: Math.max(0, limit - askedMs.length),
    resets_at: new Date((blocking ?? nowMs - DAY_MS) + DAY_MS).toISOString(),
  }
}
