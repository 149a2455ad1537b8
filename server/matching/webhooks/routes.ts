/** Webhooks of saved searches: set, tried and looked at by their owner; called beside the requests (checklist NOT-11). */
import type { FastifyInstance } from 'fastify'
import { conflict, invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { broadcastSearches } from '#server/matching/saved-searches/broadcast.ts'
import { requireSearch } from '#server/matching/saved-searches/queries.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { WEBHOOK_TESTS_PER_MINUTE } from '#shared/contract/search-limits.ts'
import {
  getSearchWebhook,
  removeSearchWebhook,
  renewSearchWebhookSecret,
  setSearchWebhook,
  testSearchWebhook,
} from '#shared/contract/search-webhooks.ts'
import { callsDueSince, deliverCalls } from './deliver-calls.ts'
import { queueTest } from './queue-calls.ts'
import { removeWebhook, renewSecret, SEARCH_WEBHOOKS, setWebhook, webhookOf } from './webhooks.ts'

export function registerWebhooks(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const caller = deps.parts.webhooks
  const tests = app.createThrottle('webhook-tests', WEBHOOK_TESTS_PER_MINUTE, MINUTE_MS)
  startScheduledJob(app, deps, {
    name: 'search-webhooks',
    everyMs: MATCH_LOOK_MS,
    kinds: [SEARCH_WEBHOOKS],
    callsOut: true,
    dueSince: (nowMs) => callsDueSince(deps.work, nowMs),
    run: (_, closing) => deliverCalls({ ...deps, db: deps.work, caller, closing, log: app.log }),
  })

  serve(app, getSearchWebhook, async ({ me, params }) => {
    await requireSearch(db, me.id, params.search)
    return { data: await webhookOf(db, params.search) }
  })

  serve(app, setSearchWebhook, async ({ me, params, body }) => {
    await requireSearch(db, me.id, params.search)
    const problem = caller.problemOf(body.url)
    if (problem !== null) throw invalid({ url: [problem] })
    const secret = await setWebhook(db, params.search, body.url)
    await broadcastSearches(deps, [me.id])
    return { data: await webhookOf(db, params.search, secret) }
  })

  serve(app, renewSearchWebhookSecret, async ({ me, params }) => {
    await requireSearch(db, me.id, params.search)
    const secret = await renewSecret(db, params.search)
    if (secret === null) throw conflict('This search has no webhook.')
    return { data: await webhookOf(db, params.search, secret) }
  })

  serve(app, testSearchWebhook, async ({ me, params }) => {
    await requireSearch(db, me.id, params.search)
    const webhook = await webhookOf(db, params.search)
    if (!webhook) throw conflict('This search has no webhook.')
    if (webhook.paused_at) throw conflict('It is paused. Save its address to turn it on again.')
    await tests.take(String(me.id))
    await queueTest(db, params.search)
    return { data: await webhookOf(db, params.search) }
  })

  serve(app, removeSearchWebhook, async ({ me, params }) => {
    await requireSearch(db, me.id, params.search)
    await removeWebhook(db, params.search)
    return { message: 'Removed.' }
  })
}
