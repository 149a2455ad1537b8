/** What anybody may be told of a seller before they open its page: by a search engine, in a chat where its link was put. */
import type { Database } from '#server/core/database/open.ts'
import type { CompanySummary } from '#server/site/company-head.ts'

/** Null when there is none, or the house has suspended it. By primary key. */
export async function companySummary(db: Database, id: number): Promise<CompanySummary | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'title', 'about', 'logo_url', 'rating', 'reviews_count'])
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { title, about, logo_url: logo, rating, reviews_count: reviews } = row
  return { id, title, about, logo, rating, reviews }
}
