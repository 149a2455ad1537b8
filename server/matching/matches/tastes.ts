/** What customers' answers about deals taught, for many of them at once. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { declinedOf } from '#shared/rules/matching/declined-of.ts'
import { type Declined, PLAIN_TASTE, type Taste, tasteOf } from '#shared/rules/matching/taste.ts'

/** Who never answered has the plain one. By the primary key's (customer_id, …). */
export async function tastesOf(
  db: Database,
  customerIds: readonly number[],
): Promise<(customerId: number) => Taste> {
  const rows = await db
    .selectFrom('match_feedback')
    .selectAll()
    .where(sql<boolean>`customer_id = any(${customerIds}::bigint[])`)
    .execute()
  const answers = new Map<number, Declined[]>()
  for (const { customer_id, created_at, ...row } of rows) {
    const given = answers.get(customer_id) ?? []
    answers.set(customer_id, given)
    given.push(declinedOf({ ...row, created_at: created_at.toISOString() }))
  }
  const tastes = new Map([...answers].map(([id, given]) => [id, tasteOf(given)]))
  return (customerId) => tastes.get(customerId) ?? PLAIN_TASTE
}
