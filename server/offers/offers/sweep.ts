/**
 * Looks every few seconds for offers whose time is up, and for those whose other side should be reminded. What is due stands in the
 * database, so a restart forgets nothing; each is done in a transaction of its own that looks again, so two nodes do it once.
 */

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { CONFIRM_HOURS, OFFER_SWEEP_MS, REMIND_AT_SHARE_LEFT } from '#shared/contract/limits.ts'
import { isOverdue, remindAtMs } from '#shared/rules/offers/offer-clock.ts'
import { TIMED_STATES } from '#shared/rules/offers/offer-graph.ts'
import { type PendingEffectsDeps, runPendingEffects } from './after-commit.ts'
import { HOUSE } from './deal-effects.ts'
import { moveOffer } from './move-offer.ts'
import { queueReminder } from './notices.ts'
import { lockOffer, type OfferRow, offerRow } from './offer-row.ts'
import { noPendingEffects } from './pending-effects.ts'

/** Offers looked at in one round. */
const BATCH = 200

const EXPIRE = workKind({ name: 'offers', label: 'Expired offer' })
const REMIND = workKind({ name: 'offer-reminders', label: 'Reminder of an offer' })

/** Returns how many expired and how many were reminded of. */
export async function sweepOffers(
  deps: PendingEffectsDeps & WorkDeps,
  nowMs: number,
): Promise<{ expired: number; reminded: number }> {
  let expired = 0
  await workThrough(deps, EXPIRE, {
    nowMs,
    items: await overdue(deps.db, nowMs),
    keyOf,
    run: async ([{ id }]) => {
      if (await expireOffer(deps, id, nowMs)) expired += 1
    },
  })
  let reminded = 0
  await workThrough(deps, REMIND, {
    nowMs,
    items: await remindable(deps.db, nowMs),
    keyOf,
    run: async ([{ id }]) => {
      if (await remind(deps.db, id, nowMs)) reminded += 1
    },
  })
  return { expired, reminded }
}

interface Due {
  id: number
  due_at: Date
}

const keyOf = ({ id }: Due): string => String(id)

/** False when it moved meanwhile, or another node was faster. Rejects when it is still overdue. */
export async function expireOffer(
  deps: PendingEffectsDeps,
  offerId: number,
  nowMs: number,
): Promise<boolean> {
  const pendingEffects = noPendingEffects()
  const isOwn = (row: OfferRow) => isOverdue(row.state, row.expires_at?.getTime() ?? null, nowMs)
  try {
    await deps.db
      .transaction()
      .execute((trx) => moveOffer(trx, { offerId, isOwn, by: HOUSE, kind: 'expire', nowMs }, pendingEffects))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const row = await offerRow(deps.db, offerId)
    if (row && isOwn(row)) throw error
    return false
  }
  await runPendingEffects(deps, pendingEffects)
  return true
}

/** By offers_clock. */
const overdue = (db: Database, nowMs: number, most = BATCH): Promise<Due[]> =>
  db
    .selectFrom('offers')
    .select(['id', sql<Date>`expires_at`.as('due_at')])
    .where('state', 'in', TIMED_STATES)
    .where('expires_at', '<=', new Date(nowMs))
    .where(mayBeTried(EXPIRE, sql`offers.id`, nowMs))
    .orderBy('expires_at')
    .limit(most)
    .execute()

/** By offers_clock, up to the longest time there is; how long each was given stands in its terms. */
const remindable = (db: Database, nowMs: number, most = BATCH): Promise<Due[]> =>
  db
    .selectFrom('offers')
    .select(['id', REMIND_AT.as('due_at')])
    .where('state', 'in', TIMED_STATES)
    .where('reminded_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .where(sql<boolean>`${REMIND_AT} <= ${new Date(nowMs).toISOString()}::timestamptz`)
    .where(mayBeTried(REMIND, sql`offers.id`, nowMs))
    .orderBy('expires_at')
    .limit(most)
    .execute()

const REMIND_AT = sql<Date>`expires_at - ${sql.lit(REMIND_AT_SHARE_LEFT)} * interval '1 hour' * case
  when state = 'accepted' then ${sql.lit(CONFIRM_HOURS)} else coalesce((terms->>'answer_hours')::int, 48) end`

/** False when it moved meanwhile, or another node was faster. */
const remind = (db: Database, offerId: number, nowMs: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const found = await lockOffer(trx, offerId)
    if (!found?.expires_at || found.reminded_at) return false
    if (remindAtMs(found.state, found.terms, found.expires_at.getTime()) > nowMs) return false
    const patch = { reminded_at: new Date(nowMs) }
    await trx.updateTable('offers').set(patch).where('id', '=', offerId).execute()
    await queueReminder(trx, found, nowMs)
    return true
  })

/** Since when one is overdue or due for a reminder. */
export async function offersDueSince(db: Database, nowMs: number): Promise<number | null> {
  const [first] = [...(await overdue(db, nowMs, 1)), ...(await remindable(db, nowMs, 1))]
  return first?.due_at.getTime() ?? null
}

/** By a job, when there is one. */
export function startOfferSweep(app: FastifyInstance, deps: PendingEffectsDeps & RuleDeps): void {
  startScheduledJob(app, deps, {
    name: 'offers',
    everyMs: OFFER_SWEEP_MS,
    kinds: [EXPIRE, REMIND],
    dueSince: (nowMs) => offersDueSince(deps.db, nowMs),
    run: (nowMs) => sweepOffers(deps, nowMs),
  })
}
