/** What sellers published or sent against the advice on fair housing, from the audit log. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { type PageOf, pageOf, windowOf } from '#server/core/http/paginate.ts'
import { serve } from '#server/core/http/serve.ts'
import { publishedDoubts } from '#server/deals/listing/against-advice.ts'
import { type AgainstAdviceWire, adminAgainstAdvice } from '#shared/contract/admin-people.ts'
import { links } from '#shared/contract/pages.ts'
import { isSameDoubt, type PlacedDoubt } from '#shared/rules/fair-housing/doubtful-phrases.ts'
import type { AdminDeps } from './admin-deps.ts'

export function registerAgainstAdvice(app: FastifyInstance, { db, site }: AdminDeps): void {
  serve(app, adminAgainstAdvice, async ({ page, paginated }) => {
    const { rows, hasMore } = await recordPage(db, page)
    const dealIds = rows.flatMap(({ kind, deal_id }) =>
      kind === 'deal' && deal_id !== null ? [deal_id] : [],
    )
    const now = await publishedDoubts(db, dealIds)
    return paginated({ rows: rows.map((row) => recordWire(row, { now, origin: site.origin })), hasMore })
  })
}

interface RecordRow {
  id: number
  at: Date
  kind: 'deal' | 'blast'
  phrases: PlacedDoubt[]
  subject: string | null
  account: string | null
  /** Of a blast, its one deal. */
  deal_id: number | null
  listing: 'draft' | 'listed' | 'removed' | null
  blast_state: 'scheduled' | 'sending' | 'sent' | 'cancelled' | null
}

/** By audit_log_against_advice downwards, and primary keys. */
async function recordPage(db: Database, page: number): Promise<PageOf<RecordRow>> {
  const { limit, offset } = windowOf(page)
  const { rows } = await sql<RecordRow>`
    select l.id, l.at, l.after -> 'phrases' as phrases, a.title as account, p.listing, k.state as blast_state,
      case when l.action = 'deal.publish_against_advice' then 'deal' else 'blast' end as kind,
      coalesce(p.title, p.city || ', ' || p.state, k.subject, k.body) as subject,
      coalesce(p.id, case when jsonb_array_length(k.property_ids) = 1 then (k.property_ids ->> 0)::bigint end) as deal_id
    from audit_log l
    left join properties p on l.action = 'deal.publish_against_advice' and p.id = l.subject_id
    left join campaigns k on l.action = 'blast.send_against_advice' and k.id = l.subject_id
    left join accounts a on a.id = coalesce(p.account_id, k.account_id)
    where l.action in ('blast.send_against_advice', 'deal.publish_against_advice')
    order by l.id desc
    limit ${limit} offset ${offset}`.execute(db)
  return pageOf(rows)
}

interface Now {
  now: ReadonlyMap<number, readonly PlacedDoubt[]>
  origin: string
}

function recordWire(row: RecordRow, { now, origin }: Now): AgainstAdviceWire {
  const { id, at, kind, phrases, subject, account, deal_id: dealId } = row
  return {
    id: Number(id),
    kind,
    subject,
    account,
    url: dealId === null ? null : `${origin}${links.deal(Number(dealId))}`,
    state: kind === 'blast' ? row.blast_state : dealState(row, now),
    phrases,
    at: at.toISOString(),
  }
}

function dealState({ listing, deal_id: dealId, phrases }: RecordRow, now: Now['now']) {
  if (listing === null) return null
  if (listing !== 'listed') return 'taken_down'
  const left = now.get(Number(dealId)) ?? []
  return phrases.some((phrase) => left.some((one) => isSameDoubt(one, phrase))) ? 'published' : 'corrected'
}
