/** Drops what has expired: tokens, codes, links, used captchas. Nothing depends on when. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import { forgetExpiredTokens } from './tokens.ts'

/** Codes are kept this much longer: they say how many went to an address in the last hour. */
const CODES_KEPT_MS = 60 * 60_000
const SWEEP_MS = 60 * 60_000

export function startForgetting(app: FastifyInstance, { db, jobs }: { db: Database; jobs: Jobs }): void {
  startTimedRule(app, jobs, {
    name: 'forget-expired',
    everyMs: SWEEP_MS,
    run: (nowMs) => forgetExpired(db, nowMs),
  })
}

/** By the indexes on the expiry of each table. */
export async function forgetExpired(db: Database, nowMs: number = Date.now()): Promise<void> {
  const now = new Date(nowMs)
  await forgetExpiredTokens(db)
  await db
    .deleteFrom('verification_codes')
    .where('expires_at', '<', new Date(nowMs - CODES_KEPT_MS))
    .execute()
  await db.deleteFrom('mail_links').where('expires_at', '<', now).execute()
  await db.deleteFrom('used_captchas').where('expires_at', '<', now).execute()
}
