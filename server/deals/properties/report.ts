/** Reports of a problem with a listing (checklist DEAL-19). Read by whoever runs the marketplace, out of `property_reports`. */
import type { Database } from '#server/core/database/open.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { isPublished } from './notes.ts'

export interface GivenReport {
  propertyId: number
  reason: string
  details?: string | undefined
}

/** Throws 422 for a reason this customer has reported already and nobody has looked at yet. */
export async function fileReport(
  db: Database,
  me: CustomerPrincipal,
  { propertyId, reason, details }: GivenReport,
): Promise<void> {
  if (!(await isPublished(db, propertyId))) throw notFound()
  // Two at once meet at property_reports_open.
  const filed = await db
    .insertInto('property_reports')
    .values({ property_id: propertyId, customer_id: me.id, reason, details: details?.trim() || null })
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!filed) throw invalid({ reason: ['You have reported this already. We are looking at it.'] })
}
