/** Blasts and digests of a seller's account over HTTP: composed, tried on oneself, sent, followed, called off. */
import type { FastifyInstance } from 'fastify'
import { linkImported } from '#server/buyers/link-imported.ts'
import type { ListedDeals } from '#server/deals/listed-deals.ts'
import { requireOwnProperties } from '#server/desk/rules.ts'
import { pageOf, paginated, windowOf } from '#server/http/paginate.ts'
import { memberOf, type Principal } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { createSettingsReader } from '#server/settings/settings-reader.ts'
import {
  deskAudience,
  deskBlast,
  deskCampaign,
  deskCampaigns,
  deskCancelCampaign,
  deskDigest,
} from '#shared/contract/campaigns.ts'
import { filterOf, readAudience } from './audience.ts'
import { resultsOf } from './campaign-stats.ts'
import { campaignWires } from './campaign-wire.ts'
import { campaignOf, cancelCampaign, createCampaign, identityOf, type NewCampaign } from './campaigns.ts'
import { serveCampaignLinks } from './link-routes.ts'
import { serveOneself } from './oneself-routes.ts'
import { reachOf } from './reach.ts'
import { startCampaigns } from './watch.ts'

export interface CampaignDeps extends RoomDeps {
  listed: ListedDeals
  messenger: Messenger
}

export function registerCampaigns(app: FastifyInstance, deps: CampaignDeps): void {
  const { db, limits, listed } = deps
  const settings = createSettingsReader(db)
  const nowMs = Date.now
  startCampaigns(app, { ...deps, settings, nowMs })
  const throttle = createThrottle(limits.campaignsPerMinute, MINUTE_MS)
  serveCampaignLinks(app, deps)
  serveOneself(app, deps)
  serveList(app, deps)

  const begin = async (who: Principal | null, given: Omit<NewCampaign, 'accountId' | 'memberId'>) => {
    const { accountId, memberId } = memberOf(who)
    const { audience = {} } = given
    await requireOwnProperties(
      db,
      accountId,
      audience.deal_id ? { 'audience.deal_id': audience.deal_id } : {},
    )
    filterOf(audience)
    throttle.take(String(accountId))
    const id = await createCampaign(db, { ...given, accountId, memberId }, nowMs())
    const [data] = await campaignWires(deps, [await campaignOf(db, accountId, id)])
    if (!data) throw new Error('A campaign has a wire.')
    return { data }
  }

  serve(app, deskBlast, async ({ body, who }) => {
    const { channel, subject, message, property_id: propertyId, audience, send_at: sendAt } = body
    const { accountId } = memberOf(who)
    await requireOwnProperties(db, accountId, propertyId ? { property_id: propertyId } : {})
    const propertyIds = propertyId ? [propertyId] : []
    return begin(who, { kind: 'blast', channel, subject, message, propertyIds, audience, sendAt })
  })

  serve(app, deskDigest, async ({ body, who }) => {
    const { message, property_ids: propertyIds, audience, send_at: sendAt } = body
    const { accountId } = memberOf(who)
    const fields = propertyIds.map((id, index) => [`property_ids.${index}`, id] as const)
    await requireOwnProperties(db, accountId, Object.fromEntries(fields))
    return begin(who, { kind: 'deals_digest', channel: null, message, propertyIds, audience, sendAt })
  })

  serve(app, deskAudience, async ({ body, who }) => {
    const { accountId } = memberOf(who)
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
  serve(app, deskCampaigns, async ({ query, who, request }) => {
    const { accountId } = memberOf(who)
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
    return { data: { ...wire, results: await resultsOf(db, row) } }
  }

  serve(app, deskCampaign, async ({ params, who }) => one(memberOf(who).accountId, params.campaign))

  serve(app, deskCancelCampaign, async ({ params, who }) => {
    const { accountId } = memberOf(who)
    await cancelCampaign(db, { accountId, id: params.campaign, nowMs: Date.now() })
    return one(accountId, params.campaign)
  })
}
