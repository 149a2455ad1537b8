/** What an administrator sets, and the log of who did what (checklist ADM-01). */
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { isSetting, SETTINGS, type SettingName, writeSetting } from '#server/site/settings/settings.ts'
import {
  type AuditWire,
  adminAudit,
  adminSetSetting,
  adminSettings,
  type SettingWire,
} from '#shared/contract/admin.ts'
import { READ_ACTIONS } from '#shared/contract/audit-actions.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

export function registerAdminSettings(app: FastifyInstance, { db }: AdminDeps): void {
  serve(app, adminSettings, async () => {
    return { data: await settingWires(db) }
  })

  serve(app, adminSetSetting, async ({ params, body, request, me }) => {
    const { name } = params
    if (!isSetting(name)) throw notFound()
    await db.transaction().execute(async (trx) => {
      const before = await storedSetting(trx, name)
      await writeSetting(trx, name, body.value, me.staffId)
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: 'setting.change',
        subject: { kind: `setting ${name}`, id: null },
        before: { value: before },
        after: { value: body.value },
      })
    })
    return { data: await settingWires(db) }
  })

  serve(app, adminAudit, async ({ query, page, paginated }) => {
    const { rows, hasMore } = await auditPage(db, { ...query, page })
    return paginated({ rows: rows.map(auditWire), hasMore })
  })
}

/** By primary key; of one that was never set, what it is then. */
async function storedSetting(db: Database, name: SettingName): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? SETTINGS[name].preset
}

/** By primary keys; there are only a few. */
async function settingWires(db: Database): Promise<SettingWire[]> {
  const rows = await db
    .selectFrom('settings')
    .leftJoin('staff', 'staff.id', 'settings.updated_by')
    .select(['settings.name', 'settings.value', 'settings.updated_at', 'staff.name as staff_name'])
    .execute()
  const stored = new Map(rows.map((row) => [row.name, row]))
  return Object.entries(SETTINGS).map(([name, { preset, least, most }]) => {
    const row = stored.get(name)
    return {
      name,
      preset,
      least,
      most,
      value: typeof row?.value === 'number' ? row.value : preset,
      updated_at: row?.updated_at.toISOString() ?? null,
      updated_by: row?.staff_name ?? null,
    }
  })
}

/** By the primary key downwards, or by audit_log_subject. */
async function auditPage(
  db: Database,
  of: {
    page: number
    reads?: '0' | '1' | undefined
    subject_kind?: string | undefined
    subject_id?: number | undefined
  },
) {
  const { limit, offset } = windowOf(of.page)
  let rows = db
    .selectFrom('audit_log')
    .selectAll('audit_log')
    .select(nameOf(sql`actor_kind`, sql`actor_id`).as('actor'))
    .select(nameOf(sql`subject_kind`, sql`subject_id`).as('subject_name'))
    .select(nameOf(sql`'staff'`, proposerId).as('proposer'))
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
  rows = rows.where('action', of.reads === '1' ? 'in' : 'not in', [...READ_ACTIONS])
  if (of.subject_kind !== undefined) rows = rows.where('subject_kind', '=', of.subject_kind)
  if (of.subject_id !== undefined) rows = rows.where('subject_id', '=', of.subject_id)
  return pageOf(await rows.execute())
}

/** Of a person or a seller, while they are here. By primary keys. */
const nameOf = (kind: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<string | null>`case ${kind}
    when 'customer' then (select name from customers where customers.id = ${id})
    when 'member' then (select name from account_members where account_members.id = ${id})
    when 'staff' then (select name from staff where staff.id = ${id})
    when 'account' then (select title from accounts where accounts.id = ${id})
  end`

/** A member of staff stays in the log by number only. */
const proposerId = sql`case when jsonb_typeof(after -> 'proposed_by') = 'number'
  then (after ->> 'proposed_by')::bigint end`

const auditWire = (row: Awaited<ReturnType<typeof auditPage>>['rows'][number]): AuditWire => ({
  id: row.id,
  at: row.at.toISOString(),
  actor_kind: row.actor_kind,
  actor: row.actor,
  action: row.action,
  subject_kind: row.subject_kind,
  subject_id: row.subject_id,
  subject_name: row.subject_name,
  before: row.before,
  after:
    typeof row.after?.proposed_by === 'number'
      ? { ...row.after, proposed_by: row.proposer ?? 'a former member of staff' }
      : row.after,
  ip: row.ip,
})
