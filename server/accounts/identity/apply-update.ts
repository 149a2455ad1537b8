/**
 * What an update of the provider does. Webhooks come late, twice and in any order, so a check only ever moves forward, success
 * is final, and an older check of a person speaks for them only by succeeding.
 */
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { writeNotification } from '#server/notifications/centre/notify.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type {
  CheckedPerson,
  IdentityProvider,
  IdentityStatus,
  IdentityUpdate,
} from '#server/providers/identity/identity-provider.ts'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'
import { announceMemberCheck, type MemberCheckDeps } from './member-checks.ts'

type Deps = MemberCheckDeps & Pick<RoomDeps, 'broadcaster'>

/** How far along a check is; a lower one is never returned to. A reviewer may still turn a failure into a success. */
const RANK: Record<IdentityStatus, number> = {
  started: 0,
  in_progress: 1,
  pending_review: 2,
  expired: 3,
  failed: 4,
  success: 5,
}

/** Writes what changed and says it live. Does nothing for a check nobody knows, or one that has moved on. */
export async function applyUpdate(
  deps: Deps,
  provider: IdentityProvider['name'],
  update: IdentityUpdate,
): Promise<void> {
  const changed = await deps.db.transaction().execute(async (trx) => {
    const check = await trx
      .selectFrom('identity_checks')
      .selectAll()
      .where('provider', '=', provider)
      .where('external_id', '=', update.externalId)
      .forUpdate()
      .executeTakeFirst()
    if (!check || RANK[update.status] <= RANK[check.status]) return null
    await trx
      .updateTable('identity_checks')
      .set({ status: update.status, reason: update.reason, updated_at: NOW })
      .where('id', '=', check.id)
      .execute()
    const person = personOf(check)
    if (update.status !== 'success' && (await newestOf(trx, person))?.id !== check.id) return null
    return writePerson(trx, person, update)
  })
  if (changed) await sayStatus(deps, changed)
}

/** A check was begun: the person is on the way. A verified one stays verified. */
export async function recordStart(
  deps: Deps,
  check: CheckedPerson & { provider: IdentityProvider['name']; externalId: string },
): Promise<void> {
  const { provider, externalId } = check
  const changed = await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('identity_checks')
      .values({ [COLUMNS[check.kind]]: check.id, provider, external_id: externalId, status: 'started' })
      // A provider may go on with the check that is open.
      .onConflict((clash) => clash.columns(['provider', 'external_id']).doNothing())
      .execute()
    return writePerson(trx, check, { externalId, status: 'in_progress', reason: null })
  })
  if (changed) await sayStatus(deps, changed)
}

interface Decision {
  person: CheckedPerson
  status: 'success' | 'failed'
  reason: string
}

/**
 * A person of the house has looked at what the provider could not decide. False when it waits no more, as somebody else was faster;
 * `writeDown` is part of the same transaction.
 */
export async function decideByHand(
  deps: Deps,
  { person, status, reason }: Decision,
  writeDown: (trx: Database) => Promise<void>,
): Promise<boolean> {
  const changed = await deps.db.transaction().execute(async (trx) => {
    const check = await newestOf(trx, person)
    if (check?.status !== 'pending_review') return null
    const decided = { status, reason: status === 'failed' ? reason : null }
    await trx
      .updateTable('identity_checks')
      .set({ ...decided, updated_at: NOW })
      .where('id', '=', check.id)
      .execute()
    await writeDown(trx)
    return writePerson(trx, person, { externalId: check.external_id, ...decided })
  })
  if (changed) await sayStatus(deps, changed)
  return changed !== null
}

const COLUMNS = { customer: 'customer_id', member: 'member_id' } as const

/** By the table's constraint a check has one of the two. */
const personOf = (check: { customer_id: number | null; member_id: number | null }): CheckedPerson =>
  check.member_id === null
    ? { kind: 'customer', id: check.customer_id ?? 0 }
    : { kind: 'member', id: check.member_id }

/** Locked until the transaction ends. By identity_checks_customer and identity_checks_member. */
const newestOf = (trx: Database, { kind, id }: CheckedPerson) =>
  trx
    .selectFrom('identity_checks')
    .select(['id', 'external_id', 'status'])
    .where(COLUMNS[kind], '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

interface Changed {
  person: CheckedPerson
  status: string
  externalId: string
}

/** Null when nothing changed. What a member has is read from their checks. */
async function writePerson(
  trx: Database,
  person: CheckedPerson,
  { externalId, status, reason }: IdentityUpdate,
): Promise<Changed | null> {
  const wire = status === 'started' ? 'in_progress' : status
  if (person.kind === 'member') return { person, status: wire, externalId }
  const row = await trx
    .updateTable('customers')
    .set({ idv_status: wire, idv_id: externalId, idv_reason: reason })
    .where('id', '=', person.id)
    .where((is) => is.or([is('idv_status', 'is', null), is('idv_status', '!=', 'success')]))
    .returning('id')
    .executeTakeFirst()
  if (row) await writeIdentityNotification(trx, { customerId: person.id, externalId, status: wire, reason })
  return row ? { person, status: wire, externalId } : null
}

/** The spec names a customer's channel with the prefix `App`, whatever the messenger's is. */
async function sayStatus(deps: Deps, { person, status, externalId }: Changed): Promise<void> {
  if (person.kind === 'member') return announceMemberCheck(deps, person.id, status)
  await deps.broadcaster.broadcast(customerChannel(CHANNEL_PREFIX, person.id), customerIdvStatusUpdated, {
    idv_status: status,
    idv_id: externalId,
  })
}

interface Ended {
  customerId: number
  externalId: string
  status: string
  reason: string | null
}

/**
 * Tells a customer how their identity check ended. In the transaction that writes it. Nothing of a check that is under
 * way.
 */
async function writeIdentityNotification(trx: Database, ended: Ended): Promise<void> {
  const { customerId, externalId, status, reason } = ended
  if (status !== 'success' && status !== 'failed') return
  const isVerified = status === 'success'
  await writeNotification(trx, [
    {
      customerId,
      type: 'identity',
      key: `identity ${externalId} ${status}`,
      title: isVerified ? 'Your identity is verified' : 'Your identity could not be verified',
      body: isVerified ? null : reason,
      url: links.profile('verification'),
      label: 'Open your verification',
    },
  ])
}
