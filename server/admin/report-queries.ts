/** What people reported, from its two tables, as one list. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { type PageOf, pageOf, windowOf } from '#server/core/http/paginate.ts'
import { ATTACHED_LINES } from '#server/notifications/deliveries/unread-labels.ts'
import type { AdminReportWire } from '#shared/contract/admin-people.ts'
import type { FormerTextWire } from '#shared/contract/admin-review-edits.ts'
import { links } from '#shared/contract/pages.ts'

export type ReportKind = AdminReportWire['kind']

export interface ReportRow {
  kind: ReportKind
  id: number
  subject_id: number
  subject: string
  author: string | null
  edited_at: Date | null
  /** The account that is reported. */
  account_id: number | null
  reason: string
  details: string | null
  reporter: string | null
  /** Who is named as the reporter or the author. */
  customer_ids: number[]
  created_at: Date
  decision: 'kept' | 'removed' | null
  closed_by: string | null
  closed_at: Date | null
}

/** Open ones by content_reports_open and property_reports_open; closed ones are looked at now and then. */
export async function reportPage(
  db: Database,
  { page, isClosed }: { page: number; isClosed: boolean },
): Promise<PageOf<ReportRow>> {
  const { limit, offset } = windowOf(page)
  const { rows } = await sql<ReportRow>`
    ${reports} where (closed_at is not null) = ${isClosed}
    order by case when ${isClosed} then -extract(epoch from closed_at) else extract(epoch from created_at) end, kind, id
    limit ${limit} offset ${offset}`.execute(db)
  return pageOf(rows)
}

/** By primary key. */
export async function reportWith(db: Database, kind: ReportKind, id: number): Promise<ReportRow | null> {
  const { rows } = await sql<ReportRow>`${reports} where kind = ${kind} and id = ${id}`.execute(db)
  return rows[0] ?? null
}

interface ReviewTexts {
  customer_id: number
  former: FormerTextWire[]
}

/** What a review said before each change, also of one that its writer deleted. By primary key and review_edits_review. */
export async function reviewTexts(db: Database, id: number): Promise<ReviewTexts | null> {
  const review = await db
    .selectFrom('reviews')
    .select(['customer_id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!review) return null
  const edits = await db
    .selectFrom('review_edits')
    .select(['rating', 'content', 'created_at'])
    .where('review_id', '=', id)
    .orderBy('id')
    .execute()
  // Each edit ended one text and began the next.
  const former = edits.map(({ rating, content }, index) => ({
    rating,
    content,
    written_at: (edits[index - 1]?.created_at ?? review.created_at).toISOString(),
  }))
  return { customer_id: review.customer_id, former }
}

const reports = sql`
  select * from (
    select 'deal' as kind, r.id, r.property_id as subject_id, p.account_id,
      coalesce(p.title, p.city || ', ' || p.state) as subject, a.title as author,
      null::timestamptz as edited_at, r.reason, r.details, c.name as reporter, array_remove(array[c.id], null) as customer_ids,
      r.created_at, r.decision, d.name as closed_by, r.closed_at
    from property_reports r
    join properties p on p.id = r.property_id
    join accounts a on a.id = p.account_id
    left join customers c on c.id = r.customer_id
    left join staff d on d.id = r.closed_by
    union all
    select r.subject_kind, r.id, r.subject_id, coalesce(v.account_id, m.account_id),
      coalesce(v.content, nullif(concat_ws(chr(10), m.body, ${ATTACHED_LINES}), ''), 'Deleted'),
      case when v.about = 'account' or m.type = 'inbound' then w.name else a.title end,
      v.edited_at, r.reason, r.details, coalesce(c.name, s.name),
      array_remove(array[c.id, case when v.about = 'account' or m.type = 'inbound' then w.id end], null),
      r.created_at, r.decision, d.name, r.closed_at
    from content_reports r
    left join reviews v on r.subject_kind = 'review' and v.id = r.subject_id
    left join messages m on r.subject_kind = 'message' and m.id = r.subject_id
    left join customers w on w.id = coalesce(v.customer_id, m.customer_id)
    left join accounts a on a.id = coalesce(v.account_id, m.account_id)
    left join customers c on r.reporter_kind = 'customer' and c.id = r.reporter_id
    left join account_members s on r.reporter_kind = 'member' and s.id = r.reporter_id
    left join staff d on d.id = r.closed_by
  ) as report`

export const reportWire = (row: ReportRow, origin: string): AdminReportWire => ({
  kind: row.kind,
  id: Number(row.id),
  subject_id: Number(row.subject_id),
  subject: row.subject,
  author: row.author,
  edited_at: row.edited_at?.toISOString() ?? null,
  url: urlOf(row, origin),
  reason: row.reason,
  details: row.details,
  reporter: row.reporter,
  decision: row.decision,
  created_at: row.created_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
})

function urlOf({ kind, subject_id, account_id }: ReportRow, origin: string): string | null {
  if (kind === 'deal') return `${origin}${links.deal(subject_id)}`
  return kind === 'review' && account_id !== null ? `${origin}${links.company(account_id)}` : null
}
