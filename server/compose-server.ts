/** Puts the rooms together into one server. The only file that knows them all; realtime is handed in, so tests can listen instead. */
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import { registerCompanies } from './accounts/companies/routes.ts'
import { registerIdentity } from './accounts/identity/routes.ts'
import { createAuthenticator } from './accounts/login/authenticate.ts'
import { requireConfirmed } from './accounts/login/requirements.ts'
import { registerAccount } from './accounts/login/routes.ts'
import { registerPhones } from './accounts/phones/routes.ts'
import { registerProfile } from './accounts/profile/routes.ts'
import { registerTeam } from './accounts/two-step/team-routes.ts'
import { registerAdmin } from './admin/routes.ts'
import { DEFAULT_LIMITS, type ServerLimits } from './core/config/limits.ts'
import { logOutages } from './core/database/log-outages.ts'
import { measureDatabase } from './core/database/metrics.ts'
import type { OpenDatabase } from './core/database/open-database.ts'
import { createAdminDoor } from './core/http/admin-origin.ts'
import { type AppSettings, createApp } from './core/http/app.ts'
import { registerHealth } from './core/http/health.ts'
import { createMetrics, type Metrics, registerMetrics } from './core/http/metrics.ts'
import type { Site } from './core/http/site.ts'
import { createJobWatch } from './core/jobs/job-watch.ts'
import type { Jobs } from './core/jobs/jobs.ts'
import { startedJobs } from './core/jobs/started-jobs.ts'
import type { Broadcaster } from './core/realtime/broadcaster.ts'
import { createHoldingsOf } from './customer-holdings.ts'
import { createAfterLeaving, createLeaving } from './customer-leaving.ts'
import { registerFavourites } from './deals/favourites/routes.ts'
import { createListedDeals } from './deals/list/listed-deals.ts'
import { registerDeals } from './deals/list/routes.ts'
import { registerSharing } from './deals/list/share-routes.ts'
import { registerListing } from './deals/listing/routes.ts'
import { registerOpenHouses } from './deals/open-houses/routes.ts'
import { registerSellerOpenHouses } from './deals/open-houses/seller-routes.ts'
import { registerProperties } from './deals/properties/routes.ts'
import { registerBuyBox } from './matching/buy-box/routes.ts'
import { createPropertyStatsOf } from './matching/match-score/property-stats.ts'
import { registerMatchFeedback } from './matching/match-score/routes.ts'
import { registerMatching } from './matching/matches/routes.ts'
import { registerSavedSearches } from './matching/saved-searches/routes.ts'
import { registerWebhooks } from './matching/webhooks/routes.ts'
import { registerMailAnswers } from './messaging/mail-answer-routes.ts'
import { createMessenger, type Messenger } from './messaging/messenger.ts'
import { registerMessenger } from './messaging/routes.ts'
import { registerNotifications } from './notifications/centre/routes.ts'
import { startExpirySweep } from './offers/deal-status/expiry-sweep.ts'
import { registerSellerDeals } from './offers/deal-status/seller-routes.ts'
import { registerInquiries } from './offers/inquiries/routes.ts'
import { registerOffers } from './offers/offers/routes.ts'
import { registerProofOfFunds } from './offers/proof-of-funds/routes.ts'
import { startRescans } from './offers/rescans/rescan.ts'
import { registerCampaigns } from './outreach/blasts/routes.ts'
import { registerBuyers } from './outreach/buyers/routes.ts'
import { registerDigests } from './outreach/digests/routes.ts'
import { registerMoney } from './payments/routes.ts'
import { registerWithdrawals } from './payments/withdrawal-routes.ts'
import type { RoomDeps } from './providers/app-context.ts'
import { startDeletingFiles } from './providers/files/delete-files.ts'
import { registerPlaces } from './providers/places/routes.ts'
import { createParts, EMBEDDED_PARTS, type Parts, type PartsSettings } from './providers/providers.ts'
import { DEFAULT_GRACE_MS, type Running, running } from './running.ts'
import { registerCompanyPages } from './sellers/company/routes.ts'
import { registerCompanySettings } from './sellers/company-settings/routes.ts'
import { registerConversations } from './sellers/conversations/routes.ts'
import { createJoinGuests } from './sellers/guests/join-guests.ts'
import { pagesOfKey, registerGuests } from './sellers/guests/routes.ts'
import { findKey } from './sellers/keys/find-key.ts'
import { registerKeys } from './sellers/keys/routes.ts'
import { reviewRedactor } from './sellers/reviews/redact.ts'
import { registerReviews } from './sellers/reviews/routes.ts'
import { servePages } from './serve-pages.ts'
import { registerSiteConfig } from './site/routes.ts'
import { createSiteSettings } from './site/settings/installation.ts'

/** What the composition needs of a realtime server. */
export interface RealtimePart {
  broadcaster: Broadcaster
  /** Absent if nodes are not connected by it. */
  busState?(): 'ok' | 'unreachable' | null
  register(app: FastifyInstance, site: Site): Promise<void>
  close(options: { graceMs: number }): Promise<void>
}

export type MakeRealtime = (deps: {
  log: FastifyBaseLogger
  metrics: Registry
  nowMs: () => number
  trustProxy: boolean
  isOnSite(request: IncomingMessage): boolean
}) => Promise<RealtimePart>

export interface ComposeSettings extends Pick<AppSettings, 'log' | 'redis' | 'telemetry' | 'trustProxy'> {
  /** Opened and migrated by the caller; closed by the server. */
  database: OpenDatabase
  /** Channel prefix. */
  prefix: string
  /** Each at least 16 characters. */
  secret: Secret
  /** Chooses where hidden deals are shown; the secret unless it was rotated. */
  placesSecret?: string
  limits?: Partial<ServerLimits>
  /** Outside services; each is embedded unless it stands here. */
  parts?: Partial<PartsSettings>
  /** `https://host` when a proxy stands in front; otherwise the address the server listens on. */
  publicUrl?: string
  /** `https://admin.host`: the console answers there alone, and nothing else does. */
  adminOrigin?: string
  /** Lets staff work without a second factor. For a demo, whose passwords are public anyway; not a setting of a real server. */
  canStaffSkipTwoStep?: boolean
  /** Add memory, CPU and event-loop numbers to /metrics. */
  processMetrics?: boolean
  /** Folder of the built pages (`npm run build`). Without it the server answers calls alone. */
  pagesFolder?: string
  /** Registers what only this installation answers. */
  extend?: (app: FastifyInstance) => void | Promise<void>
}

export interface PlatServer extends Running {
  app: FastifyInstance
  database: OpenDatabase
  broadcaster: Broadcaster
  /** The outside services, e.g. for a text message that comes in. */
  parts: Parts
  messenger: Pick<Messenger, 'onCustomerMessage' | 'sendFromAccount'>
  jobs: Pick<Jobs, 'rules'>
}

const SECRET_MIN_LENGTH = 16

export async function composeServer(
  settings: ComposeSettings,
  makeRealtime: MakeRealtime,
): Promise<PlatServer> {
  if (verifyingSecrets(settings.secret).some(({ length }) => length < SECRET_MIN_LENGTH))
    throw new Error(`The secret is too short: ${SECRET_MIN_LENGTH} characters at least.`)
  const { database, secret, adminOrigin, trustProxy = false } = settings
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const site: Site = {
    origin: settings.publicUrl?.replace(/\/+$/, '') ?? '',
    ...(adminOrigin === undefined ? {} : { adminOrigin }),
    ...createSiteSettings(database.db, settings.parts?.support ?? null),
  }
  const metrics = createMetrics({ withProcess: settings.processMetrics ?? false })
  const app = await createApp({
    limits,
    authenticator: createAuthenticator({
      db: database.db,
      secret,
      site,
      sessionRotateMs: limits.sessionRotateMs,
      canStaffSkipTwoStep: settings.canStaffSkipTwoStep ?? false,
      broadcaster: () => realtime.broadcaster,
      serverKeyOf: (secret) => findKey(database.db, secret),
    }),
    requireConfirmed: (customerId, act) => requireConfirmed(database.db, customerId, act),
    log: settings.log,
    redis: settings.redis,
    telemetry: settings.telemetry,
    trustProxy,
    pagesOfKey: (key) => pagesOfKey({ db: database.db, site }, key),
  })
  const door = createAdminDoor(app, { site, trustProxy })
  registerMetrics(app, metrics)
  const closing = { isLeaving: false, graceMs: DEFAULT_GRACE_MS }
  measureDatabase(metrics.registry, database)
  logOutages(app, database)
  const realtime = await makeRealtime({
    log: app.log,
    metrics: metrics.registry,
    nowMs: database.clock.now,
    trustProxy,
    isOnSite: (request) => door.placeOf(request) === 'site',
  })
  const parts = createParts(
    { ...EMBEDDED_PARTS, ...settings.parts },
    { db: database.db, log: app.log, site, secret },
  )
  registerHealth(app, {
    database,
    files: parts.files,
    isLeaving: () => closing.isLeaving,
    busState: () => realtime.busState?.() ?? null,
  })
  app.addHook('onClose', () => parts.mailer.close())
  const jobs = startedJobs(app, database)
  const watch = createJobWatch({
    db: database.db,
    log: app.log,
    registry: metrics.registry,
    errors: app.telemetry.errors,
  })
  const { messenger, listed } = registerRooms(app, {
    settings,
    limits,
    site,
    metrics,
    broadcaster: realtime.broadcaster,
    parts,
    jobs,
    watch,
  })
  // Before Fastify waits for open connections: sockets are connections too.
  app.addHook('preClose', () => realtime.close(closing))
  await realtime.register(app, site)
  await servePages(app, { settings, db: database.db, site, listed })
  await settings.extend?.(app)
  return {
    app,
    database,
    broadcaster: realtime.broadcaster,
    parts,
    messenger,
    jobs,
    ...running({ app, database, site, door, closing, jobs }),
  }
}

interface Rooms extends Pick<RoomDeps, 'limits' | 'site' | 'broadcaster' | 'parts' | 'jobs' | 'watch'> {
  settings: ComposeSettings
  metrics: Metrics
}

function registerRooms(app: FastifyInstance, rooms: Rooms) {
  const { settings, limits, site, metrics, broadcaster, parts, jobs, watch } = rooms
  const { secret, placesSecret = signingSecret(secret), prefix } = settings
  const { db, work } = settings.database
  const onSent = metrics.messageSent
  const nowMs = settings.database.clock.now
  const messenger = createMessenger({ db, broadcaster, prefix, site, secret, nowMs, log: app.log, onSent })
  const deps: RoomDeps = {
    nowMs,
    db,
    work,
    broadcaster,
    limits,
    secret,
    placesSecret,
    site,
    parts,
    prefix,
    jobs,
    watch,
    holdingsOf: createHoldingsOf(db),
    joinGuests: createJoinGuests({ db, broadcaster, prefix, log: app.log }),
    canStaffSkipTwoStep: settings.canStaffSkipTwoStep ?? false,
  }
  const listed = createListedDeals({ db, secret: placesSecret, nowMs })
  registerAccount(app, { ...deps, propertyStats: createPropertyStatsOf({ db, listed }) })
  const leaving = createLeaving(deps)
  const afterLeaving = createAfterLeaving({ ...deps, messenger, log: app.log })
  const profile = registerProfile(app, { ...deps, leaving, afterLeaving, redactReviews: reviewRedactor })
  registerWithdrawals(app, { ...profile, log: app.log })
  registerPhones(app, deps)
  registerIdentity(app, deps)
  registerPlaces(app, deps)
  registerCompanies(app, deps)
  registerBuyBox(app, deps)
  registerMatchFeedback(app, deps)
  registerMatching(app, { ...deps, listed, jobs })
  registerSavedSearches(app, { ...deps, listed, jobs })
  registerWebhooks(app, { ...deps, jobs })
  registerNotifications(app, { ...deps, jobs })
  registerDigests(app, { ...deps, jobs, messenger })
  startDeletingFiles(app, { ...deps, db: work })
  registerSiteConfig(app, deps)
  registerMessenger(app, { ...deps, messenger })
  registerMailAnswers(app, { ...deps, messenger })
  registerConversations(app, { ...deps, messenger })
  registerBuyers(app, { ...deps, listed })
  registerCampaigns(app, { ...deps, listed, messenger })
  registerFavourites(app, deps)
  registerInquiries(app, { ...deps, messenger })
  registerMoney(app, deps)
  registerDeals(app, { db, listed, nowMs })
  registerSellerDeals(app, { ...deps, messenger })
  startExpirySweep(app, { ...deps, messenger, db: work })
  registerSharing(app, deps)
  registerProperties(app, deps)
  registerProofOfFunds(app, deps)
  startRescans(app, { ...deps, db: work })
  registerOffers(app, { ...deps, messenger })
  registerOpenHouses(app, { ...deps, messenger })
  registerSellerOpenHouses(app, { ...deps, messenger })
  registerListing(app, { ...deps, messenger })
  registerCompanySettings(app, { ...deps, messenger })
  registerKeys(app, deps)
  registerGuests(app, { ...deps, messenger })
  registerReviews(app, deps)
  registerCompanyPages(app, deps)
  registerAdmin(app, { ...deps, messenger })
  registerTeam(app, deps)
  return { messenger, listed }
}
