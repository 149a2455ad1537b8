/** Blasts and digests of a seller's account over HTTP: composed, tried on oneself, sent, followed, called off. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyOf, termsDigest } from '#server/core/http/idempotency.ts'
import { pageOf, paginated, windowOf } from '#server/core/http/paginate.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { serve } from '#server/core/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/core/http/throttle.ts'
import type { ListedDeals } from '#server/deals/list/listed-deals.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { linkImported } from '#server/outreach/buyers/link-imported.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { requireOwnProperties } from '#server/sellers/conversations/rules.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import {
  deskAudience,
  deskBlast,
  deskCampaign,
  deskCampaigns,
  deskCancelCampaign,
  deskDigest,
  deskResendCampaign,
} from '#shared/contract/campaigns.ts'
import { filterOf, readAudience } from './audience.ts'
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
import { blastGivenUpAt, failedBuyers, sendAgain } from './failed-recipients.ts'
import { serveCampaignLinks } from './link-routes.ts'
import { serveOneself } from './oneself-routes.ts'
import { reachOf } from './reach.ts'
import { startCampaigns } from './watch.ts'

export interface CampaignDeps extends RoomDeps {
  listed: ListedDeals
  messenger: Messenger
}

export function registerCampaigns(app: FastifyInstance, deps: CampaignDeps): void {
  const { db, limits, listed, nowMs } = deps
  const settings = createSettingsReader(db)
  startCampaigns(app, { ...deps, db: deps.work, settings })
  const throttle = createThrottle(limits.campaignsPerMinute, MINUTE_MS)
  serveCampaignLinks(app, deps)
  serveOneself(app, deps)
  serveList(app, deps)

  const begin = async (
    { accountId, memberId }: AccountPrincipal,
    request: FastifyRequest,
    given: Omit<NewCampaign, 'accountId' | 'memberId'>,
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
    const create = () => {
      throttle.take(String(accountId))
      return createCampaign(db, { ...given, accountId, memberId }, { idempotency, nowMs: nowMs() })
    }
    const first = idempotency && (await campaignWithKey(db, accountId, idempotency))
    const id = first ?? (await create())
    const [data] = await campaignWires(deps, [await campaignOf(db, accountId, id)])
    if (!data) throw new Error('A campaign has a wire.')
    return { data }
  }

  serve(app, deskBlast, async ({ body, me, request }) => {
    const { channel, subject, message, property_id: propertyId, audience, send_at: sendAt } = body
    const { accountId } = me
    await requireOwnProperties(db, accountId, propertyId ? { property_id: propertyId } : {})
    const propertyIds = propertyId ? [propertyId] : []
    return begin(me, request, { kind: 'blast', channel, subject, message, propertyIds, audience, sendAt })
  })

  serve(app, deskDigest, async ({ body, me, request }) => {
    const { message, property_ids: propertyIds, audience, send_at: sendAt } = body
    const { accountId } = me
    const fields = propertyIds.map((id, index) => [`property_ids.${index}`, id] as const)
    await requireOwnProperties(db, accountId, Object.fromEntries(fields))
    return begin(me, request, { kind: 'deals_digest', channel: null, message, propertyIds, audience, sendAt })
  })

  serve(app, deskAudience, async ({ body, me }) => {
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
    const read = await readAudience({ listed, nowMs }, accountId, audience)
    return { data: await reachOf(db, read, { sent, cap, nowMs: nowMs() }) }
  })
}

function serveList(app: FastifyInstance, deps: CampaignDeps): void {
  const { db } = deps
  /** By campaigns_account. */
  serve(app, deskCampaigns, async ({ query, me, request }) => {
    const { accountId } = me
    const page = query.page ?? 1
    const { limit, offset } = windowOf(page)
    const all = db.selectFrom('campaigns').selectAll().where('account_id', '=', accountId)
    const found = pageOf(await all.orderBy('id', 'desc').limit(limit).offset(offset).execute())
    return paginated(request, page, { ...found, rows: await campaignWires(deps, found.rows) })
  })

  const one = async (accountId: number, id: number) => {
    const row = await campaignOf(db, accountId, id)
    const [wire] = await campaignWires(deps, [row])
    if (!wire) throw new Error('A campaign has a wire.')
    const failed_at = (await blastGivenUpAt(db, id))?.toISOString() ?? null
    const failed_buyers = await failedBuyers(db, id)
    return { data: { ...wire, failed_at, failed_buyers, results: await resultsOf(db, row) } }
  }

  serve(app, deskCampaign, async ({ params, me }) => one(me.accountId, params.campaign))

  serve(app, deskCancelCampaign, async ({ params, me }) => {
    const { accountId } = me
    await cancelCampaign(db, { accountId, id: params.campaign, nowMs: deps.nowMs() })
    return one(accountId, params.campaign)
  })

  serve(app, deskResendCampaign, async ({ params, me: { accountId } }) => {
    const { id } = await campaignOf(db, accountId, params.campaign)
    await sendAgain(db, id, deps.nowMs())
    return one(accountId, id)
  })
}
