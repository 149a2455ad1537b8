/** The pages of the sitemap, by spans of ids: what a page holds does not move to another when deals come and go. */
import type { Database } from '#server/core/database/open.ts'

/** A sitemap may name 50,000. */
export const SITEMAP_PAGE = 20_000

/** 1, 2, 3 … up to the newest deal's. One step in the primary key. */
export async function sitemapPages(db: Database): Promise<number[]> {
  const newest = await db
    .selectFrom('properties')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const count = Math.max(1, Math.ceil((newest?.id ?? 0) / SITEMAP_PAGE))
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** The listed deals of one page, by primary key. */
export const listedPage = (db: Database, page: number) =>
  db
    .selectFrom('properties')
    .select(['id', 'updated_at'])
    .where('listing', '=', 'listed')
    .where('id', '>', (page - 1) * SITEMAP_PAGE)
    .where('id', '<=', page * SITEMAP_PAGE)
    .orderBy('id')
    .execute()

/** Pages of sellers, on the first page of the map: there is room for as many, and they are few. By primary key. */
export const companiesListed = (db: Database) =>
  db
    .selectFrom('accounts')
    .select('id')
    .where('suspended_at', 'is', null)
    .where('title', '!=', '')
    .orderBy('id')
    .limit(SITEMAP_PAGE)
    .execute()
