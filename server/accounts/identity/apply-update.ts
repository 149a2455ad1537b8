/**
 * What an update of the provider does. Webhooks come late, twice and in any order, so a check only ever moves forward, success
 * is final, and an older check of a customer speaks for them only by succeeding.
 */
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { writeNotification } from '#server/notifications/centre/notify.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type {
  IdentityProvider,
  IdentityStatus,
  IdentityUpdate,
} from '#server/providers/identity/identity-provider.ts'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'

type Deps = Pick<RoomDeps, 'db' | 'broadcaster'>

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
    if (update.status !== 'success' && !(await isNewest(trx, check))) return null
    return writeCustomer(trx, check.customer_id, update)
  })
  if (changed) await sayStatus(deps, changed)
}

/** A check was begun: the customer is on the way. A verified one stays verified. */
export async function recordStart(
  deps: Deps,
  check: { customerId: number; provider: IdentityProvider['name']; externalId: string },
): Promise<void> {
  const { customerId, provider, externalId } = check
  const changed = await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('identity_checks')
      .values({ customer_id: customerId, provider, external_id: externalId, status: 'started' })
      // A provider may go on with the check that is open.
      .onConflict((clash) => clash.columns(['provider', 'external_id']).doNothing())
      .execute()
    return writeCustomer(trx, customerId, { externalId, status: 'in_progress', reason: null })
  })
  if (changed) await sayStatus(deps, changed)
}

interface Decision {
  customerId: number
  status: 'success' | 'failed'
  reason: string
}

/**
 * A person of the house has looked at what the provider could not decide. False when it waits no more, as somebody else was faster;
 * `writeDown` is part of the same transaction. By identity_checks_customer.
 */
export async function decideByHand(
  deps: Deps,
  { customerId, status, reason }: Decision,
  writeDown: (trx: Database) => Promise<void>,
): Promise<boolean> {
  const changed = await deps.db.transaction().execute(async (trx) => {
    const check = await trx
      .selectFrom('identity_checks')
      .select(['id', 'external_id', 'status'])
      .where('customer_id', '=', customerId)
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (check?.status !== 'pending_review') return null
    const decided = { status, reason: status === 'failed' ? reason : null }
    await trx
      .updateTable('identity_checks')
      .set({ ...decided, updated_at: NOW })
      .where('id', '=', check.id)
      .execute()
    await writeDown(trx)
    return writeCustomer(trx, customerId, { externalId: check.external_id, ...decided })
  })
  if (changed) await sayStatus(deps, changed)
  return changed !== null
}

interface Changed {
  customerId: number
  status: string
  externalId: string
}

/** Null when nothing changed. */
async function writeCustomer(
  trx: Database,
  customerId: number,
  { externalId, status, reason }: IdentityUpdate,
): Promise<Changed | null> {
  const wire = status === 'started' ? 'in_progress' : status
  const row = await trx
    .updateTable('customers')
    .set({ idv_status: wire, idv_id: externalId, idv_reason: reason })
    .where('id', '=', customerId)
    .where((is) => is.or([is('idv_status', 'is', null), is('idv_status', '!=', 'success')]))
    .returning('id')
    .executeTakeFirst()
  if (row) await writeIdentityNotification(trx, { customerId, externalId, status: wire, reason })
  return row ? { customerId, status: wire, externalId } : null
}

/** By identity_checks_customer. */
async function isNewest(trx: Database, check: { id: number; customer_id: number }): Promise<boolean> {
  const newer = await trx
    .selectFrom('identity_checks')
    .select('id')
    .where('customer_id', '=', check.customer_id)
    .where('id', '>', check.id)
    .limit(1)
    .executeTakeFirst()
  return !newer
}

/** The spec names this channel with the prefix `App`, whatever the messenger's is. */
async function sayStatus({ broadcaster }: Deps, changed: Changed): Promise<void> {
  await broadcaster.broadcast(customerChannel(CHANNEL_PREFIX, changed.customerId), customerIdvStatusUpdated, {
    idv_status: changed.status,
    idv_id: changed.externalId,
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
