/** Webhooks of saved searches: set, tried and looked at by their owner; called beside the requests (checklist NOT-11). */
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '#server/http/principal.ts'
import { conflict, invalid } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { startTimedRule } from '#server/jobs/timed-rule.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { requireSearch } from '#server/saved-searches/queries.ts'
import { tellSearches } from '#server/saved-searches/tell.ts'
import { MATCH_LOOK_MS } from '#shared/contract/match-limits.ts'
import { WEBHOOK_TESTS_PER_MINUTE } from '#shared/contract/search-limits.ts'
import {
  getSearchWebhook,
  removeSearchWebhook,
  renewSearchWebhookSecret,
  setSearchWebhook,
  testSearchWebhook,
} from '#shared/contract/search-webhooks.ts'
import { deliverCalls, hasDueCalls } from './deliver-calls.ts'
import { queueTest } from './queue-calls.ts'
import { removeWebhook, renewSecret, setWebhook, webhookOf } from './webhooks.ts'

export function registerWebhooks(app: FastifyInstance, deps: RoomDeps & { jobs: Jobs }): void {
  const { db, jobs } = deps
  const caller = deps.parts.webhooks
  const tests = createThrottle(WEBHOOK_TESTS_PER_MINUTE, MINUTE_MS)
  startTimedRule(app, jobs, {
    name: 'search-webhooks',
    everyMs: MATCH_LOOK_MS,
    isDue: (nowMs) => hasDueCalls(db, nowMs),
    run: () => deliverCalls({ ...deps, caller, nowMs: Date.now }),
  })

  serve(app, getSearchWebhook, async ({ who, params }) => {
    await requireSearch(db, sessionOf(who).id, params.search)
    return { data: await webhookOf(db, params.search) }
  })

  serve(app, setSearchWebhook, async ({ who, params, body }) => {
    const me = sessionOf(who)
    await requireSearch(db, me.id, params.search)
    const problem = caller.problemOf(body.url)
    if (problem !== null) throw invalid({ url: [problem] })
    const secret = await setWebhook(db, params.search, { url: body.url, nowMs: Date.now() })
    await tellSearches(deps, [me.id])
    return { data: await webhookOf(db, params.search, secret) }
  })

  serve(app, renewSearchWebhookSecret, async ({ who, params }) => {
    await requireSearch(db, sessionOf(who).id, params.search)
    const secret = await renewSecret(db, params.search)
    if (secret === null) throw conflict('This search has no webhook.')
    return { data: await webhookOf(db, params.search, secret) }
  })

  serve(app, testSearchWebhook, async ({ who, params }) => {
    const me = sessionOf(who)
    await requireSearch(db, me.id, params.search)
    const webhook = await webhookOf(db, params.search)
    if (!webhook) throw conflict('This search has no webhook.')
    if (webhook.paused_at) throw conflict('It is paused. Save its address to turn it on again.')
    tests.take(String(me.id))
    await queueTest(db, params.search)
    return { data: await webhookOf(db, params.search) }
  })

  serve(app, removeSearchWebhook, async ({ who, params }) => {
    await requireSearch(db, sessionOf(who).id, params.search)
    await removeWebhook(db, params.search)
    return { message: 'Removed.' }
  })
}
