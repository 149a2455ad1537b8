/** Digests of matches, every morning. They have no calls of their own: what is wanted stands among the notifications. */
import type { FastifyInstance } from 'fastify'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { DIGEST_LOOK_MS } from '#shared/contract/digest-limits.ts'
import { DIGESTS, digestsDueSince } from './due-digests.ts'
import { sendDueDigests } from './send-digests.ts'

export function registerDigests(app: FastifyInstance, deps: RoomDeps & { messenger: Messenger }): void {
  startScheduledJob(app, deps, {
    name: 'digests',
    everyMs: DIGEST_LOOK_MS,
    kinds: [DIGESTS],
    dueSince: (nowMs) => digestsDueSince(deps.work, nowMs),
    run: (_, closing) => sendDueDigests({ ...deps, db: deps.work, closing }),
  })
}
