/** The list of deals and the bounds around them, the same for everybody (spec section 7, Properties and deals). */
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { createBackground } from '#server/accounts/login/background.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { networkOf } from '#server/core/http/network.ts'
import { bodyOf } from '#server/core/http/packed-body.ts'
import { sendPacked } from '#server/core/http/send-packed.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { keepSellersResponseHours } from '#server/messaging/response-time.ts'
import { dealsOverview } from '#shared/contract/deals-overview.ts'
import { listFirstDeals } from '#shared/contract/first-deals.ts'
import { FILTERED_LISTS_PER_MINUTE } from '#shared/contract/limits.ts'
import { listProperties, propertyBounds } from '#shared/contract/properties.ts'
import { answerTime } from '#shared/format/answer-time.ts'
import { DEFAULT_FILTER, DEFAULT_QUERY, type DealQuery } from '#shared/rules/deals/filter.ts'
import type { DealsIndex } from './deals-index.ts'
import type { ListVersion } from './list-version.ts'
import type { ListedDeals } from './listed-deals.ts'
import { createOverviewOf } from './overview.ts'
import { contextOf, queryOf } from './read-query.ts'

export interface DealsDeps {
  db: Kysely<Schema>
  listed: ListedDeals
  nowMs: () => number
}

export function registerDeals(app: FastifyInstance, deps: DealsDeps): void {
  const { nowMs } = deps
  const { index, engineOf } = deps.listed
  const overviewOf = createOverviewOf()
  const background = createBackground(app)
  const responseHours = keepSellersResponseHours(deps.db, {
    nowMs,
    run: (work) => background.run('the response time of sellers', work),
  })
  const filtered = app.createThrottle('filtered-lists', FILTERED_LISTS_PER_MINUTE, MINUTE_MS)
  const run = (version: ListVersion, { filter, sort, ...rest }: DealQuery) => {
    const engine = engineOf(version)
    return { engine, result: engine.run(filter, sort, contextOf({ filter, sort, ...rest }, nowMs())) }
  }

  serveSent(app, listProperties, async ({ query: { since }, request, reply }) => {
    const query = queryOf(request.url)
    const version = await index.current()
    if (!query) return sendPacked({ request, reply }, unfiltered(index, version, since))
    // Put together for each caller, which takes as long for all deals as thousands of other calls.
    await filtered.take(networkOf(request.ip))
    const { engine, result } = run(version, query)
    const ids = Array.from(result.rows, (row) => engine.table.numbers.id[row] ?? 0)
    return sendPacked({ request, reply }, bodyOf(version.some(ids)))
  })

  serve(app, propertyBounds, async ({ request }) => {
    const query = queryOf(request.url) ?? EVERY_DEAL
    const { engine, result } = run(await index.current(), query)
    return { data: engine.boundsOf(result), count: result.count }
  })

  serve(app, listFirstDeals, async ({ request }) => {
    return { data: await deps.listed.firstDealsOf(queryOf(request.url) ?? DEFAULT_QUERY) }
  })

  serve(app, dealsOverview, async ({ query: { ids }, request }) => {
    const version = await index.current()
    const query = queryOf(request.url) ?? DEFAULT_QUERY
    const overview = await overviewOf({
      db: deps.db,
      version,
      engine: engineOf(version),
      query,
      nowMs: nowMs(),
    })
    const sellers = { ...overview.sellers, answers_within: answerTime(responseHours()) }
    const asked = ids ? { asked: JSON.parse(version.some(ids.split(',').map(Number))) } : {}
    return { ...overview, sellers, ...asked }
  })

  // The first who comes should not wait for the list to be read and packed, nor miss how fast sellers answer. The first page does not need
  // either, and would wait: the embedded database works in this thread.
  let warm: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    warm = setTimeout(() => {
      responseHours()
      index.current().then(
        (version) => version.packed().bytes('br'),
        // A server that closes has taken the database away on purpose.
        (error: unknown) =>
          app.server.listening && app.log.warn({ err: error }, 'The list of deals is not ready yet.'),
      )
    }, WARM_AFTER_MS)
  })
  app.addHook('onClose', async () => clearTimeout(warm))
}

const WARM_AFTER_MS = 1500
const EVERY_DEAL: DealQuery = { ...DEFAULT_QUERY, filter: { ...DEFAULT_FILTER, status: [] } }

function unfiltered(index: DealsIndex, version: ListVersion, since: string | undefined) {
  const delta = since === undefined ? null : index.delta(version, since)
  return delta === null ? version.packed() : delta.packed()
}
