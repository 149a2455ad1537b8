/** Public settings, dictionaries and views (spec section 7, Client plumbing and UI events). */
import type { FastifyInstance } from 'fastify'
import { termsInForce } from '#server/accounts/terms.ts'
import { networkOf } from '#server/core/http/network.ts'
import { bodyOf } from '#server/core/http/packed-body.ts'
import { sendPacked } from '#server/core/http/send-packed.ts'
import { serve, serveSent } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { mapsWire } from '#server/providers/places/map-settings.ts'
import { scriptsWire } from '#server/providers/script-settings.ts'
import { readLegalText } from '#server/site/settings/installation.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import { getLegalText } from '#shared/contract/installation.ts'
import {
  TOP_UP_MAX_CENTS,
  TOP_UP_MIN_CENTS,
  TOP_UP_PRESETS_CENTS,
  UI_EVENT_CALLS_PER_MINUTE,
} from '#shared/contract/limits.ts'
import { getConfigs, getDictionaries, pushUiEvents } from '#shared/contract/site-config.ts'
import { PARKING_TYPES, PROPERTY_TAGS, PROPERTY_TYPES } from '#shared/rules/dictionaries.ts'
import { startDeletingOld } from './delete-old.ts'
import { recordViews } from './ui-events.ts'
import { viewerOf } from './viewer.ts'

const CENTS_PER_USD = 100
const TOP_UP = {
  min_cents: TOP_UP_MIN_CENTS,
  max_cents: TOP_UP_MAX_CENTS,
  presets_cents: [...TOP_UP_PRESETS_CENTS],
}

export function registerSiteConfig(app: FastifyInstance, deps: RoomDeps): void {
  const { parts } = deps
  startDeletingOld(app, { ...deps, db: deps.work })
  const settings = createSettingsReader(deps.db)
  // Texts that jobs write before the first request are in its currency too.
  app.addHook('onReady', async () => void (await installationOf(deps.site)))
  serve(app, getConfigs, async () => {
    const { platformFeeCents, offersPerDepositLimit, depositAmountCents } = await settings.read()
    const { postal_address } = await installationOf(deps.site)
    return {
      platform_fee: platformFeeCents / CENTS_PER_USD,
      offers_per_deposit_limit: offersPerDepositLimit,
      terms_version: await termsInForce(deps.site),
      social_networks: parts.social.list().map(({ network, name }) => ({ network, name })),
      scripts: scriptsWire(parts.scripts),
      deposit_amount_cents: depositAmountCents,
      top_up: TOP_UP,
      billing: parts.billing.fields(),
      maps: mapsWire(parts.maps),
      support: (await deps.site.support?.()) ?? null,
      postal_address,
    }
  })
  serve(app, getLegalText, async ({ params }) => ({ data: await readLegalText(deps.db, params.document) }))
  const dictionaries = bodyOf(
    JSON.stringify({
      propertyTypes: PROPERTY_TYPES,
      parkingTypes: PARKING_TYPES,
      propertyTags: PROPERTY_TAGS,
    }),
  )
  serveSent(app, getDictionaries, (call) => sendPacked(call, dictionaries))
  // Anybody may call, with sessions of their own making.
  const reports = app.createThrottle('ui-events', UI_EVENT_CALLS_PER_MINUTE, MINUTE_MS)
  // In a scope of its own: a beacon of plain text is read here and nowhere else.
  app.register(async (scope) => {
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) =>
      parse(request, String(body), done),
    )
    serve(scope, pushUiEvents, async ({ body, request }) => {
      if (isBot(request.headers['user-agent'])) return
      await reports.take(networkOf(request.ip))
      const viewer = await viewerOf(deps, request)
      await recordViews(deps.db, viewer, body.events)
    })
  })
}

const BOT =
  /bot\b|bot\/|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|curl\/|wget\/|python-|httpclient/i

/**
 * Programs that read pages. Their views are not people's (APP-43). What hides its name is not found out here. Also true
 * without any name: browsers always send one.
 */
const isBot = (userAgent: string | undefined): boolean =>
  userAgent === undefined || userAgent === '' || BOT.test(userAgent)
