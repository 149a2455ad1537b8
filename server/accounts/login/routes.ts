/** The account room: its doors put together (spec section 7, Auth and account). What a customer changes later is the profile's. */
import type { FastifyInstance } from 'fastify'
import { forgetChallenges } from '#server/accounts/two-step/challenges.ts'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { installationOf } from '#server/core/http/site.ts'
import { forgetStale } from '#server/core/jobs/failed-work.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { LOGIN_WINDOW_MS } from '#shared/contract/limits.ts'
import { BUYER_SESSION_MS } from '#shared/contract/login-limits.ts'
import { keptDays } from '#shared/rules/site/retention.ts'
import { createBackground } from './background.ts'
import { registerCodeLogin } from './code-routes.ts'
import type { EntryDeps } from './entry-deps.ts'
import { type PropertyStatsOf, registerLogin } from './login-routes.ts'
import { createMails } from './mails.ts'
import { registerPasswords } from './password-routes.ts'
import { registerRecovery } from './recovery-routes.ts'
import { registerRegistration } from './register-routes.ts'
import { createSendCaps } from './send-caps.ts'
import { registerSocial } from './social-routes.ts'
import { forgetExpiredTokens } from './tokens.ts'

/** The scores of the customer's own deals, which ride on the profile. */
export interface AccountDeps extends RoomDeps {
  propertyStats: PropertyStatsOf
}

export function registerAccount(app: FastifyInstance, deps: AccountDeps): void {
  const entry: EntryDeps = {
    ...deps,
    mails: createMails(deps),
    background: createBackground(app),
    sendCaps: createSendCaps(app, 'login', deps.limits),
  }
  registerLogin(app, { ...entry, propertyStats: deps.propertyStats })
  registerCodeLogin(app, entry)
  registerRegistration(app, entry)
  registerPasswords(app, entry)
  registerRecovery(app, entry)
  registerSocial(app, entry)
  startForgetting(app, { ...deps, db: deps.work })
}

/** Codes are kept this much longer: they say how many went to an address in the last hour. */
const CODES_KEPT_MS = 60 * 60_000
const SWEEP_MS = 60 * 60_000

/**
 * Deletes what has expired: tokens, codes, links, used captchas, login attempts, stale failed work. Nothing depends on
 * when.
 */
function startForgetting(app: FastifyInstance, deps: RuleDeps & Pick<RoomDeps, 'site'>): void {
  startScheduledJob(app, deps, {
    name: 'forget-expired',
    everyMs: SWEEP_MS,
    kinds: [],
    run: async (nowMs) => {
      const { retention } = await installationOf(deps.site)
      await forgetExpired(deps.db, { nowMs, loginsKeptDays: keptDays(retention, 'logins') })
    },
  })
}

/** By the indexes on the expiry of each table. */
export async function forgetExpired(
  db: Database,
  { nowMs, loginsKeptDays }: { nowMs: number; loginsKeptDays: number },
): Promise<void> {
  await forgetExpiredTokens(db, loginsKeptDays)
  await db.deleteFrom('login_attempts').where('created_at', '<', fromNow(-LOGIN_WINDOW_MS)).execute()
  await db.deleteFrom('verification_codes').where('expires_at', '<', fromNow(-CODES_KEPT_MS)).execute()
  await db.deleteFrom('mail_links').where('expires_at', '<', NOW).execute()
  await db.deleteFrom('replaced_tokens').where('replaced_at', '<', fromNow(-BUYER_SESSION_MS)).execute()
  await db.deleteFrom('setup_tokens').where('expires_at', '<', NOW).execute()
  await forgetChallenges(db)
  await db.deleteFrom('used_captchas').where('expires_at', '<', NOW).execute()
  await forgetStale(db, nowMs)
}
