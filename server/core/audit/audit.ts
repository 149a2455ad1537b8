/** The log of who did what to what, from where, before and after (checklist OFR-41). Rows are only added, and deleted when they are old (server/site/delete-old.ts). */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'

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

export function actorOf(who: Principal): Actor {
  return who.kind === 'customer' ? { kind: 'customer', id: who.id } : { kind: 'member', id: who.memberId }
}
