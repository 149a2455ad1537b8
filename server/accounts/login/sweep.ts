/** Deletes what has expired: tokens, codes, links, used captchas, login attempts, stale failed work. Nothing depends on when. */
import type { FastifyInstance } from 'fastify'
import { forgetChallenges } from '#server/accounts/two-step/challenges.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { forgetStale } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startTimedRule } from '#server/core/jobs/scheduled-job.ts'
import { LOGIN_WINDOW_MS } from '#shared/contract/limits.ts'
import { forgetExpiredTokens } from './tokens.ts'

/** Codes are kept this much longer: they say how many went to an address in the last hour. */
const CODES_KEPT_MS = 60 * 60_000
const SWEEP_MS = 60 * 60_000

export function startForgetting(app: FastifyInstance, deps: RuleDeps): void {
  startTimedRule(app, deps, {
    name: 'forget-expired',
    everyMs: SWEEP_MS,
    kinds: [],
    run: (nowMs) => forgetExpired(deps.db, nowMs),
  })
}

/** By the indexes on the expiry of each table. */
export async function forgetExpired(db: Database, nowMs: number): Promise<void> {
  await forgetExpiredTokens(db)
  await db.deleteFrom('login_attempts').where('created_at', '<', fromNow(-LOGIN_WINDOW_MS)).execute()
  await db.deleteFrom('verification_codes').where('expires_at', '<', fromNow(-CODES_KEPT_MS)).execute()
  await db.deleteFrom('mail_links').where('expires_at', '<', NOW).execute()
  await db.deleteFrom('setup_tokens').where('expires_at', '<', NOW).execute()
  await forgetChallenges(db)
  await db.deleteFrom('used_captchas').where('expires_at', '<', NOW).execute()
  await forgetStale(db, nowMs)
}
