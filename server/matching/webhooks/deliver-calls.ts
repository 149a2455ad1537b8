/**
 * Makes the calls that are due. One that is not taken is made again after growing pauses, and so are all others of its webhook; one
 * that took nothing for a day is paused, its owner told, and the call given up: what it did not take waits until its owner or staff
 * turn it on again. A node that dies in the middle leaves a call to be made again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { GuardedClient } from '#server/core/egress/guarded-client.ts'
import type { Site } from '#server/core/http/site.ts'
import { giveUp, mayBeTried } from '#server/core/jobs/failed-work.ts'
import { type WorkDeps, workThrough } from '#server/core/jobs/work-through.ts'
import { withRequestId } from '#server/core/telemetry/request-context.ts'
import { broadcastSearches } from '#server/matching/saved-searches/broadcast.ts'
import { publicAddress } from '#server/messaging/property-card.ts'
import { type NotifyDeps, notify } from '#server/notifications/centre/notify.ts'
import { links } from '#shared/contract/pages.ts'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import {
  WEBHOOK_GIVE_UP_MS,
  WEBHOOK_PATIENCE_MS,
  WEBHOOK_PAUSE_MAX_MS,
  WEBHOOK_PAUSE_MS,
} from '#shared/contract/search-limits.ts'
import { signatureOf } from './sign.ts'
import { forgetOldCalls, SEARCH_WEBHOOKS } from './webhooks.ts'

export interface DeliverCallsDeps extends NotifyDeps, WorkDeps {
  site: Site
  caller: GuardedClient
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  nowMs: () => number
  closing?: AbortSignal
}

const AT_ONCE = 50
/** One buyer's receivers, however slow, hold up no other's calls. */
const AT_ONCE_OF_BUYER = 3
const CLAIM_MS = 60_000
/** New calls are looked for this often while others are under way. */
const LOOK_MS = 1000
/** The job ends then, and the next one goes on. */
const RUN_MS = 60_000

/** One step in webhook_deliveries_due. */
export async function callsDueSince(db: Database, nowMs: number): Promise<number | null> {
  const now = new Date(nowMs).toISOString()
  const { rows } = await sql<{ next_at: Date }>`
    select next_at from webhook_deliveries where state = 'waiting' and next_at <= ${now}
      and claimed_until < ${now} and ${mayBeTried(SEARCH_WEBHOOKS, sql`webhook_deliveries.id`, nowMs)}
    order by next_at limit 1`.execute(db)
  return rows[0]?.next_at.getTime() ?? null
}

/** Until none is due that no other node is at. A call that ends makes room for another; none waits for a slow one of somebody else. */
export async function deliverCalls(deps: DeliverCallsDeps): Promise<void> {
  const underWay = new Set<Promise<unknown>>()
  const beganMs = deps.nowMs()
  for (;;) {
    const nowMs = deps.nowMs()
    const room = deps.closing?.aborted || nowMs - beganMs >= RUN_MS ? 0 : AT_ONCE - underWay.size
    for (const call of room > 0 ? await claimCalls(deps.db, nowMs, room) : []) {
      const work = { nowMs, items: [call], keyOf: ({ id }: DueCall) => String(id) }
      const made = withRequestId(call.request_id, () =>
        workThrough(deps, SEARCH_WEBHOOKS, { ...work, run: ([one]) => deliver(deps, one) }),
      )
      const ended = made.finally(() => underWay.delete(ended))
      underWay.add(ended)
    }
    if (underWay.size === 0) return
    await firstOf(underWay)
  }
}

/** Resolves when one has ended, or when it is time to look again. */
async function firstOf(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  const waiting = new AbortController()
  const look = pause(LOOK_MS, undefined, { signal: waiting.signal }).catch(() => {})
  try {
    await Promise.race([...underWay, look])
  } finally {
    waiting.abort()
  }
}

interface DueCall extends Told {
  id: number
  attempts: number
  customer_id: number
  url: string
  secret: string
  request_id: string | null
}

/** The longest due first, of each buyer only so many. By webhook_deliveries_due. */
async function claimCalls(db: Database, nowMs: number, most: number): Promise<DueCall[]> {
  const now = new Date(nowMs).toISOString()
  const due = sql`state = 'waiting' and next_at <= ${now} and ${mayBeTried(SEARCH_WEBHOOKS, sql`own.id`, nowMs)}`
  const { rows } = await sql<DueCall>`
    update webhook_deliveries d set claimed_until = ${new Date(nowMs + CLAIM_MS).toISOString()}
    from search_webhooks w, saved_searches s
    where w.search_id = d.search_id and s.id = d.search_id and d.id in (
      select id from webhook_deliveries where id in (
        select id from (
          select own.id, own.next_at, own.claimed_until, row_number() over (
            partition by searches.customer_id order by own.claimed_until < ${now}, own.next_at, own.id) as place
          from webhook_deliveries own join saved_searches searches on searches.id = own.search_id
          where ${due}) ranked
        where place <= ${AT_ONCE_OF_BUYER} and claimed_until < ${now} order by next_at, id limit ${most})
      for update skip locked)
    returning d.id, d.search_id, d.attempts, d.property_ids, d.request_id, w.url, w.secret, s.customer_id, s.name as search_name`.execute(
    db,
  )
  return rows
}

async function deliver(deps: DeliverCallsDeps, call: DueCall): Promise<unknown> {
  const body = await callBody(deps.db, call, deps.site)
  const answer = await attempt(deps, call, body)
  const about = { call: call.id, status: answer.status }
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) {
    deps.log.info(about, 'webhook call')
    return succeed(deps, call, answer.status)
  }
  deps.log.warn(about, 'a webhook call was not taken')
  return (await fail(deps, call, answer)) && 'given up'
}

interface Answer {
  status: number | null
  error: string
}

async function attempt({ caller, nowMs }: DeliverCallsDeps, call: DueCall, body: string): Promise<Answer> {
  try {
    const status = await caller.call({
      url: call.url,
      body,
      timeoutMs: WEBHOOK_PATIENCE_MS,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Plat-Webhook/1',
        // The same for each attempt, so that a receiver can tell a repeat.
        'plat-delivery': String(call.id),
        'plat-signature': signatureOf(call.secret, body, nowMs()),
      },
    })
    return { status, error: `It answered ${status}.` }
  } catch (error) {
    return { status: null, error: (error as Error).message }
  }
}

const succeed = ({ db, nowMs }: DeliverCallsDeps, call: DueCall, status: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await ended(trx, call, { state: 'delivered', status, error: null, at: nowMs() })
    await forgetOldCalls(trx, call.search_id)
    await trx
      .updateTable('search_webhooks')
      .set({ failing_since: null })
      .where('search_id', '=', call.search_id)
      .execute()
  })

/** Resolves with whether this paused its webhook. By primary keys and webhook_deliveries_search. */
async function fail(deps: DeliverCallsDeps, call: DueCall, { status, error }: Answer): Promise<boolean> {
  const at = deps.nowMs()
  const nextAt = new Date(at + pauseAfter(call.attempts + 1)).toISOString()
  const isOver = await deps.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ failing_since: Date; paused_at: Date | null }>`
      update search_webhooks set failing_since = coalesce(failing_since, ${new Date(at).toISOString()})
      where search_id = ${call.search_id} returning failing_since, paused_at`.execute(trx)
    const [webhook] = rows
    if (!webhook) return false
    const isGivenUp = at - webhook.failing_since.getTime() >= WEBHOOK_GIVE_UP_MS
    await ended(trx, call, { state: 'waiting', status, error, at })
    await sql`
      update webhook_deliveries set next_at = greatest(next_at, ${isGivenUp ? 'infinity' : nextAt}::timestamptz)
      where search_id = ${call.search_id} and state = 'waiting'`.execute(trx)
    if (!isGivenUp || webhook.paused_at !== null) return false
    await trx
      .updateTable('search_webhooks')
      .set({ paused_at: new Date(at), paused_reason: `It took nothing for a day. ${error}` })
      .where('search_id', '=', call.search_id)
      .execute()
    const failure = { item: String(call.id), tries: call.attempts + 1, error }
    await giveUp(trx, { kind: SEARCH_WEBHOOKS, ...failure, nowMs: at })
    return true
  })
  if (isOver) await notifyPaused(deps, call, at)
  return isOver
}

/** A minute, then twice as long each time, up to six hours. */
const pauseAfter = (attempts: number): number =>
  Math.min(WEBHOOK_PAUSE_MAX_MS, WEBHOOK_PAUSE_MS * 2 ** Math.min(attempts - 1, 16))

const ended = (
  trx: Database,
  { id }: DueCall,
  { state, status, error, at }: { state: string; status: number | null; error: string | null; at: number },
) =>
  sql`
    update webhook_deliveries set state = ${state}, status = ${status}::int, error = ${error}::text,
      attempts = attempts + 1, attempted_at = ${new Date(at).toISOString()}, claimed_until = '-infinity'
    where id = ${id}`.execute(trx)

async function notifyPaused(deps: DeliverCallsDeps, call: DueCall, at: number): Promise<void> {
  await notify(deps, [
    {
      customerId: call.customer_id,
      type: 'saved_search',
      key: `webhook ${call.search_id} ${at}`,
      title: `The webhook of “${call.search_name}” was paused`,
      body: 'It accepted no calls for a day. Fix it, then turn it on again under your saved searches. Waiting calls are then sent.',
      url: links.profile('saved-searches'),
      label: 'See its calls',
    },
  ])
  await broadcastSearches(deps, [call.customer_id])
}

interface Told {
  search_id: number
  search_name: string
  property_ids: readonly number[]
}

/**
 * What a webhook is sent: the search, and its new deals as everybody is shown them. JSON. What was taken down meanwhile
 * is left out. By primary key.
 */
async function callBody(db: Database, told: Told, { origin }: Site): Promise<string> {
  const rows = await db
    .selectFrom('properties')
    .selectAll()
    .where(sql<boolean>`id = any(${told.property_ids}::bigint[])`)
    .where('listing', '=', 'listed')
    .orderBy('id')
    .execute()
  return JSON.stringify({
    event: told.property_ids.length === 0 ? 'test' : 'saved_search.new_deals',
    search: { id: told.search_id, name: told.search_name },
    deals: rows.map((row) => ({
      id: row.id,
      url: `${origin}${links.deal(row.id)}`,
      address: publicAddress(row),
      status: DEAL_STATUSES[row.status] ?? null,
      price: row.price,
      arv: row.arv,
      beds: row.beds,
      baths: row.baths,
      sqft: row.sqft,
      city: row.city,
      state: row.state,
      zip: row.zip,
    })),
  })
}
