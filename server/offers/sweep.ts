/**
 * Looks every few seconds for offers whose time is up, and for those whose other side should be reminded. What is due stands in the
 * database, so a restart forgets nothing; each is done in a transaction of its own that looks again, so two nodes do it once.
 */

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { CONFIRM_HOURS, OFFER_SWEEP_MS, REMIND_AT_SHARE_LEFT } from '#shared/contract/limits.ts'
import { isOverdue, remindAtMs } from '#shared/rules/offers/offer-clock.ts'
import { TIMED_STATES, turnOf } from '#shared/rules/offers/offer-graph.ts'
import { emptyAftermath } from './aftermath.ts'
import { HOUSE } from './deal-effects.ts'
import { moveOffer } from './move-offer.ts'
import { queueReminder } from './notices.ts'
import { writeExpiringNews } from './offer-news.ts'
import { lockOffer, type OfferRow } from './offer-row.ts'
import { type AftermathDeps, tellAftermath } from './tell-aftermath.ts'

/** Offers looked at in one round. */
const BATCH = 200

/** Returns how many expired and how many were reminded of. */
export async function sweepOffers(
  deps: AftermathDeps,
  nowMs: number,
): Promise<{ expired: number; reminded: number }> {
  let expired = 0
  for (const id of await overdueIds(deps.db, nowMs)) if (await expireOffer(deps, id, nowMs)) expired += 1
  let reminded = 0
  for (const id of await remindableIds(deps.db, nowMs)) if (await remind(deps.db, id, nowMs)) reminded += 1
  return { expired, reminded }
}

/** False when it moved meanwhile, or another node was faster. */
export async function expireOffer(deps: AftermathDeps, offerId: number, nowMs: number): Promise<boolean> {
  const aftermath = emptyAftermath()
  const isOwn = (row: OfferRow) => isOverdue(row.state, row.expires_at?.getTime() ?? null, nowMs)
  try {
    await deps.db
      .transaction()
      .execute((trx) => moveOffer(trx, { offerId, isOwn, by: HOUSE, kind: 'expire', nowMs }, aftermath))
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  await tellAftermath(deps, aftermath)
  return true
}

/** By offers_clock. */
async function overdueIds(db: Database, nowMs: number, most = BATCH): Promise<number[]> {
  const rows = await db
    .selectFrom('offers')
    .select('id')
    .where('state', 'in', TIMED_STATES)
    .where('expires_at', '<=', new Date(nowMs))
    .orderBy('expires_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** By offers_clock, up to the longest time there is; how long each was given stands in its terms. */
async function remindableIds(db: Database, nowMs: number, most = BATCH): Promise<number[]> {
  const given = sql<number>`case when state = 'accepted' then ${sql.lit(CONFIRM_HOURS)}
    else coalesce((terms->>'answer_hours')::int, 48) end`
  const rows = await db
    .selectFrom('offers')
    .select('id')
    .where('state', 'in', TIMED_STATES)
    .where('reminded_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .where(
      sql<boolean>`expires_at - ${given} * ${sql.lit(REMIND_AT_SHARE_LEFT)} * interval '1 hour' <= ${new Date(nowMs).toISOString()}::timestamptz`,
    )
    .orderBy('expires_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** False when it moved meanwhile, or another node was faster. */
const remind = (db: Database, offerId: number, nowMs: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const found = await lockOffer(trx, offerId)
    if (!found?.expires_at || found.reminded_at) return false
    if (remindAtMs(found.state, found.terms, found.expires_at.getTime()) > nowMs) return false
    const patch = { reminded_at: new Date(nowMs) }
    await trx.updateTable('offers').set(patch).where('id', '=', offerId).execute()
    if (turnOf(found.state) === 'buyer') await writeExpiringNews(trx, found)
    await queueReminder(trx, found, nowMs)
    return true
  })

/** Whether one is overdue or to be reminded of. */
export async function hasDueOffers(db: Database, nowMs: number): Promise<boolean> {
  if ((await overdueIds(db, nowMs, 1)).length > 0) return true
  return (await remindableIds(db, nowMs, 1)).length > 0
}

/** By a job, when there is one. */
export function startOfferSweep(app: FastifyInstance, deps: AftermathDeps & { jobs: Jobs }): void {
  startTimedRule(app, deps.jobs, {
    name: 'offers',
    everyMs: OFFER_SWEEP_MS,
    isDue: (nowMs) => hasDueOffers(deps.db, nowMs),
    run: (nowMs) => sweepOffers(deps, nowMs),
  })
}
