/** Keeps what somebody says is wrong with a review, for the house to decide. */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'

export interface Report {
  reason: string
  details?: string | undefined
}

/** Again changes nothing, by the unique index content_reports_one. */
export async function keepReport(
  db: Database,
  { reviewId, who }: { reviewId: number; who: Principal },
  { reason, details }: Report,
): Promise<void> {
  const reporter =
    who.kind === 'customer' ? (['customer', who.id] as const) : (['member', who.memberId] as const)
  await db
    .insertInto('content_reports')
    .values({
      ...{ subject_kind: 'review', subject_id: reviewId, reason, details: details?.trim() || null },
      ...{ reporter_kind: reporter[0], reporter_id: reporter[1] },
    })
    .onConflict((clash) =>
      clash.columns(['subject_kind', 'subject_id', 'reporter_kind', 'reporter_id']).doNothing(),
    )
    .execute()
}
