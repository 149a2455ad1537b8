/**
 * The link in the mail or text of a blast: it notes that it was followed and leads to the deal, or to the conversation. Its key is
 * random and says nothing of anybody (checklist NOT-06); whoever has it gets no further than anybody else.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { links } from '#shared/contract/pages.ts'

const KEY = /^[\w-]{16}$/

export function serveCampaignLinks(app: FastifyInstance, { db }: { db: Database }): void {
  app.get<{ Params: { key: string } }>('/b/:key', { schema: { hide: true } }, async (request, reply) => {
    const { key } = request.params
    const to = KEY.test(key) ? await follow(db, key) : null
    return reply.header('Cache-Control', 'no-store').redirect(to ?? '/', 302)
  })
}

/** Null for a key of nobody. By campaign_recipients_link. */
async function follow(db: Database, key: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: number; property_ids: number[] }>`
    update campaign_recipients r set clicked_at = coalesce(r.clicked_at, clock_timestamp())
    from campaigns k where r.link_key = ${key} and k.id = r.campaign_id
    returning k.account_id, k.property_ids`.execute(db)
  const [row] = rows
  if (!row) return null
  const [property] = row.property_ids
  return property === undefined ? links.conversation(row.account_id) : links.deal(property)
}
