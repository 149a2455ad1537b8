/** The log of who did what to what, from where, before and after (checklist OFR-41). Rows are only added, and deleted when they are old (server/site/delete-old.ts). */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import type { AuditAction, ReadAction } from '#shared/contract/audit-actions.ts'

export interface Actor {
  kind: 'customer' | 'member' | 'staff' | 'system'
  /** Null for the system. */
  id: number | null
}

export interface AuditEntry {
  actor: Actor
  /** What was done, e.g. `offer.accept`. */
  action: AuditAction
  subject: { kind: string; id: number | null }
  /** What it was and became, as far as it matters; nothing secret. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  ip?: string | null
}

export const SYSTEM: Actor = { kind: 'system', id: null }

/** Call it in the transaction that changes the thing, so that neither stands without the other. */
export async function writeAudit(trx: Database, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, before, after, ip = null } = entry
  await trx
    .insertInto('audit_log')
    .values({
      actor_kind: actor.kind,
      actor_id: actor.id,
      action,
      ip,
      subject_kind: subject.kind,
      subject_id: subject.id,
      before: before ? JSON.stringify(before) : undefined,
      after: after ? JSON.stringify(after) : undefined,
    })
    .execute()
}

const READ_AGAIN = sql`interval '1 hour'`

/** Notes which customers' records a member of staff was shown; once an hour for each. By audit_log_subject. */
export async function writeReads(
  db: Database,
  { actor, ip, action }: Pick<AuditEntry, 'actor' | 'ip'> & { action: ReadAction },
  rows: readonly { customer_id: number | null }[],
): Promise<void> {
  const ids = [...new Set(rows.map(({ customer_id }) => customer_id))].filter((id) => id !== null)
  if (ids.length === 0) return
  await sql`insert into audit_log (actor_kind, actor_id, action, ip, subject_kind, subject_id)
    select ${actor.kind}, ${actor.id}, ${action}, ${ip ?? null}, 'customer', seen.id from unnest(${ids}::bigint[]) as seen (id)
    where not exists (select 1 from audit_log l where l.subject_kind = 'customer' and l.subject_id = seen.id
      and l.actor_kind = ${actor.kind} and l.actor_id = ${actor.id} and l.action = ${action} and l.at > now() - ${READ_AGAIN})`.execute(
    db,
  )
}

export function actorOf(who: Principal): Actor {
  return who.kind === 'customer' ? { kind: 'customer', id: who.id } : { kind: 'member', id: who.memberId }
}
