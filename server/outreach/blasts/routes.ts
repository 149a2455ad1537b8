/** Blasts and digests of a seller's account over HTTP: composed, tried on oneself, sent, followed, called off. */
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { keyOf, termsDigest } from '#server/core/http/idempotency.ts'
import { pageOf, windowOf } from '#server/core/http/paginate.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { type RuleDeps, startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { preferencesOf } from '#server/notifications/centre/recipient-preferences.ts'
import { linkImported } from '#server/outreach/buyers/link-imported.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { requireDealsForSale, requireOwnProperties } from '#server/sellers/conversations/rules.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import {
  type LeftOut,
  sellerAudience,
  sellerBlast,
  sellerCampaign,
  sellerCampaigns,
  sellerCancelCampaign,
  sellerDigest,
  sellerResendCampaign,
} from '#shared/contract/campaigns.ts'
import { links } from '#shared/contract/pages.ts'
import { buyersAfter, filterOf, type ReadAudience, readAudience, unconfirmedIn } from './audience.ts'
import { resultsOf } from './campaign-stats.ts'
import { campaignWires } from './campaign-wire.ts'
import {
  campaignOf,
  campaignWithKey,
  cancelCampaign,
  createCampaign,
  identityOf,
  type NewCampaign,
} from './campaigns.ts'
import { BLAST_RECIPIENTS, BLASTS, blastGivenUpAt, failedBuyers, sendAgain } from './failed-recipients.ts'
import { factsOf, leftOutBecause, type Sent } from './left-out.ts'
import { serveOneself } from './oneself-routes.ts'
import { campaignsDueSince, type SendDeps, sendDueCampaigns } from './send-campaigns.ts'

export interface CampaignDeps extends RoomDeps {
  listed: ListedDeals
  messenger: Messenger
}

export function registerCampaigns(app: FastifyInstance, deps: CampaignDeps): void {
  const { db, limits, listed, nowMs } = deps
  const settings = createSettingsReader(db)
  startCampaigns(app, { ...deps, db: deps.work, settings })
  const throttle = app.createThrottle('campaigns', limits.campaignsPerMinute, MINUTE_MS)
  serveCampaignLinks(app, deps)
  serveOneself(app, deps)
  serveList(app, deps)

  const begin = async (
    { accountId, memberId }: AccountPrincipal,
    request: FastifyRequest,
    given: Omit<NewCampaign, 'accountId' | 'memberId'>,
    deals: Record<string, number>,
  ) => {
    const key = keyOf(request)
    const idempotency = key === null ? null : { key, terms: termsDigest(given) }
    const { audience = {} } = given
    await requireOwnProperties(
      db,
      accountId,
      audience.deal_id ? { 'audience.deal_id': audience.deal_id } : {},
    )
    filterOf(audience)
    const create = async () => {
      await requireDealsForSale(db, accountId, deals)
      await throttle.take(String(accountId))
      return createCampaign(db, { ...given, accountId, memberId }, { idempotency, nowMs: nowMs() })
    }
    const first = idempotency && (await campaignWithKey(db, accountId, idempotency))
    const id = first ?? (await create())
    const [data] = await campaignWires(deps, [await campaignOf(db, accountId, id)])
    if (!data) throw new Error('A campaign has a wire.')
    return { data }
  }

  serve(app, sellerBlast, async ({ body, me, request }) => {
    const { channel, subject, message, property_id: propertyId, audience, send_at: sendAt } = body
    const { accountId } = me
    if (channel === 'email') await requirePostalAddress(db, accountId)
    const propertyIds = propertyId ? [propertyId] : []
    const given = { kind: 'blast', channel, subject, message, propertyIds, audience, sendAt } as const
    return begin(me, request, given, propertyId ? { property_id: propertyId } : {})
  })

  serve(app, sellerDigest, async ({ body, me, request }) => {
    const { message, property_ids: propertyIds, audience, send_at: sendAt } = body
    const fields = propertyIds.map((id, index) => [`property_ids.${index}`, id] as const)
    const given = { kind: 'deals_digest', channel: null, message, propertyIds, audience, sendAt } as const
    return begin(me, request, given, Object.fromEntries(fields))
  })

  serve(app, sellerAudience, async ({ body, me }) => {
    const { accountId } = me
    const { audience, channel = null, property_id: propertyId = null } = body
    const asked = { property_id: propertyId ?? 0, 'audience.deal_id': audience.deal_id ?? 0 }
    const named = Object.entries(asked).filter(([, id]) => id > 0)
    await requireOwnProperties(db, accountId, Object.fromEntries(named))
    const propertyIds = propertyId === null ? [] : [propertyId]
    const identity = await identityOf(db, { kind: 'blast', channel, message: undefined, propertyIds })
    // Its words are not known yet.
    const sent = { id: null, accountId, channel, propertyId, house: identity.house, words: '' }
    const cap = (await settings.read()).blastsPerBuyer
    await linkImported(db, accountId)
    const read = await readAudience({ listed, nowMs }, { accountId, audience, channel })
    return { data: await reachOf(db, read, { sent, cap, nowMs: nowMs() }) }
  })
}

/** Throws 422 on `channel`: the law wants it in each commercial mail. By primary key. */
async function requirePostalAddress(db: Database, accountId: number): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select('postal_address')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account?.postal_address)
    throw invalid({
      channel: [
        'Enter the postal address of your company under Company, Settings. The law requires it in each marketing email.',
      ],
    })
}

function serveList(app: FastifyInstance, deps: CampaignDeps): void {
  const { db } = deps
  /** By campaigns_account. */
  serve(app, sellerCampaigns, async ({ me, page, paginated }) => {
    const { accountId } = me
    const { limit, offset } = windowOf(page)
    const all = db.selectFrom('campaigns').selectAll().where('account_id', '=', accountId)
    const found = pageOf(await all.orderBy('id', 'desc').limit(limit).offset(offset).execute())
    return paginated({ ...found, rows: await campaignWires(deps, found.rows) })
  })

  const one = async (accountId: number, id: number) => {
    const row = await campaignOf(db, accountId, id)
    const [wire] = await campaignWires(deps, [row])
    if (!wire) throw new Error('A campaign has a wire.')
    const failed_at = (await blastGivenUpAt(db, id))?.toISOString() ?? null
    const failed_buyers = await failedBuyers(db, id)
    return { data: { ...wire, failed_at, failed_buyers, results: await resultsOf(db, row) } }
  }

  serve(app, sellerCampaign, async ({ params, me }) => one(me.accountId, params.campaign))

  serve(app, sellerCancelCampaign, async ({ params, me }) => {
    const { accountId } = me
    await cancelCampaign(db, { accountId, id: params.campaign, nowMs: deps.nowMs() })
    return one(accountId, params.campaign)
  })

  serve(app, sellerResendCampaign, async ({ params, me: { accountId } }) => {
    const { id } = await campaignOf(db, accountId, params.campaign)
    await sendAgain(db, id, deps.nowMs())
    return one(accountId, id)
  })
}

const KEY = /^[\w-]{16}$/

/**
 * The link in the mail or text of a blast: it notes that it was followed and leads to the deal, or to the conversation.
 * Its key is random and identifies nobody (checklist NOT-06); it gives no access.
 */
function serveCampaignLinks(app: FastifyInstance, { db }: { db: Database }): void {
  app.get<{ Params: { key: string } }>('/b/:key', { schema: { hide: true } }, async (request, reply) => {
    const { key } = request.params
    const to = KEY.test(key) ? await follow(db, key) : null
    return reply.header('Cache-Control', 'no-store').redirect(to ?? '/', 302)
  })
}

/** Null for a key of nobody. By campaign_recipients_link. */
async function follow(db: Database, key: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: number; property_ids: number[] }>`
    update campaign_recipients r set clicked_at = coalesce(r.clicked_at, clock_timestamp())
    from campaigns k where r.link_key = ${key} and k.id = r.campaign_id
    returning k.account_id, k.property_ids`.execute(db)
  const [row] = rows
  if (!row) return null
  const [property] = row.property_ids
  return property === undefined ? links.conversation(row.account_id) : links.deal(property)
}

interface Reach {
  count: number
  reachable: number
  left_out: Partial<Record<LeftOut, number>>
}

const PORTION = 200

/**
 * How many a campaign would reach and why others are left out, before it is sent. Asked in portions: nobody waits behind
 * it.
 */
async function reachOf(
  db: Database,
  audience: ReadAudience,
  { sent, cap, nowMs }: { sent: Sent; cap: number; nowMs: number },
): Promise<Reach> {
  const unconfirmed = await unconfirmedIn(db, audience)
  const reach: Reach = { count: unconfirmed, reachable: 0, left_out: unconfirmed > 0 ? { unconfirmed } : {} }
  for (let after = 0; ; ) {
    const buyers = await buyersAfter(db, audience, { after, limit: PORTION })
    const last = buyers.at(-1)
    if (!last) return reach
    after = last.id
    const ids = buyers.map(({ customer_id }) => customer_id)
    const recipientPreferences = await preferencesOf(db, ids)
    const facts = await factsOf(db, ids, { sent, nowMs })
    for (const id of ids) {
      reach.count++
      const reason = leftOutBecause(facts.get(id), recipientPreferences.get(id), {
        channel: sent.channel,
        cap,
      })
      if (reason === null) reach.reachable++
      else reach.left_out[reason] = (reach.left_out[reason] ?? 0) + 1
    }
    await turn()
  }
}

const LOOK_MS = 2000
/** Then another job goes on, so that none is taken for lost. */
const JOB_MS = 60_000

/**
 * Has campaigns sent that are due. While one node is at it, another may help: they share the buyers. Runs only in a
 * server that listens.
 */
function startCampaigns(app: FastifyInstance, deps: SendDeps & RuleDeps): void {
  // A second one in the same process would only make everybody else wait longer.
  let isAtIt = false
  startScheduledJob(app, deps, {
    name: 'campaigns',
    everyMs: LOOK_MS,
    kinds: [BLASTS, BLAST_RECIPIENTS],
    dueSince: (nowMs) => campaignsDueSince(deps.db, nowMs),
    async run(nowMs, closing) {
      if (isAtIt) return
      isAtIt = true
      try {
        await sendDueCampaigns(deps, () => closing.aborted || deps.nowMs() > nowMs + JOB_MS)
      } finally {
        isAtIt = false
      }
    },
  })
}
