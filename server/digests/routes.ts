/** Digests of matches, every morning. They have no calls of their own: what is wanted stands among the notifications. */
import type { FastifyInstance } from 'fastify'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { DIGEST_LOOK_MS } from '#shared/contract/digest-limits.ts'
import { hasDueDigests } from './due-digests.ts'
import { sendDueDigests } from './send-digests.ts'

export function registerDigests(
  app: FastifyInstance,
  deps: RoomDeps & { jobs: Jobs; messenger: Messenger },
): void {
  startTimedRule(app, deps.jobs, {
    name: 'digests',
    everyMs: DIGEST_LOOK_MS,
    isDue: (nowMs) => hasDueDigests(deps.db, nowMs),
    run: (_, closing) => sendDueDigests({ ...deps, closing, nowMs: Date.now }),
  })
}
