/** Puts the rooms together into one server. The only file that knows them all; realtime is handed in, so tests can listen instead. */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { createAuthenticator } from './account/authenticate.ts'
import { registerAccount } from './account/routes.ts'
import { registerAdmin } from './admin/routes.ts'
import { registerBuyBox } from './buy-box/routes.ts'
import { registerBuyers } from './buyers/routes.ts'
import { registerCampaigns } from './campaigns/routes.ts'
import { registerCompanies } from './companies/routes.ts'
import { registerCompanyPages } from './company/routes.ts'
import { registerCompanySettings } from './company-settings/routes.ts'
import { DEFAULT_LIMITS, type ServerLimits } from './config/limits.ts'
import type { OpenDatabase } from './database/open.ts'
import { registerDeskDeals } from './deals/desk-routes.ts'
import { createListedDeals } from './deals/listed-deals.ts'
import { registerDeals } from './deals/routes.ts'
import { registerSharing } from './deals/share-routes.ts'
import { registerDesk } from './desk/routes.ts'
import { registerDigests } from './digests/routes.ts'
import { registerDocs } from './docs/routes.ts'
import { registerFavourites } from './favourites/routes.ts'
import { registerFunds } from './funds/routes.ts'
import { createApp } from './http/app.ts'
import { registerHealth } from './http/health.ts'
import type { LogSettings } from './http/log.ts'
import { createMetrics, type Metrics, registerMetrics } from './http/metrics.ts'
import type { Site } from './http/site.ts'
import { registerIdentity } from './identity/routes.ts'
import { registerInquiries } from './inquiries/routes.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { registerListing } from './listing/routes.ts'
import { createPropertyStatsOf } from './match-score/property-stats.ts'
import { registerMatchFeedback } from './match-score/routes.ts'
import { registerMatching } from './matching/routes.ts'
import { createMessenger, type Messenger } from './messenger/messenger.ts'
import { registerMessenger } from './messenger/routes.ts'
import { registerMoney } from './money/routes.ts'
import { registerNotifications } from './notifications/routes.ts'
import { registerOffers } from './offers/routes.ts'
import { registerDeskOpenHouses } from './open-houses/desk-routes.ts'
import { registerOpenHouses } from './open-houses/routes.ts'
import { createParts, EMBEDDED_PARTS, type Parts, type PartsSettings } from './parts.ts'
import { registerPhones } from './phones/routes.ts'
import { registerPlaces } from './places/routes.ts'
import { registerPlumbing } from './plumbing/routes.ts'
import { registerProfile } from './profile/routes.ts'
import { registerProperties } from './properties/routes.ts'
import type { Broadcaster } from './realtime/broadcaster.ts'
import { registerReviews } from './reviews/routes.ts'
import type { RoomDeps } from './rooms.ts'
import { registerSavedSearches } from './saved-searches/routes.ts'
import { registerWebhooks } from './webhooks/routes.ts'

/** What the composition needs of a realtime server. */
export interface RealtimePart {
  broadcaster: Broadcaster
  register(app: FastifyInstance): Promise<void>
  close(options: { graceMs: number }): Promise<void>
}

export type MakeRealtime = (deps: { log: FastifyBaseLogger; metrics: Registry }) => Promise<RealtimePart>

export interface ComposeSettings {
  /** Opened and migrated by the caller; closed by the server. */
  database: OpenDatabase
  /** Channel prefix. */
  prefix: string
  /** Signs CSRF tokens. At least 16 characters. */
  secret: string
  log?: LogSettings
  limits?: Partial<ServerLimits>
  /** Outside services; each is embedded unless it stands here. */
  parts?: Partial<PartsSettings>
  /** `https://host` when a proxy stands in front; otherwise the address the server listens on. */
  publicUrl?: string
  /** Believe the X-Forwarded headers of the one proxy in front. */
  trustProxy?: boolean
  /** Add memory, CPU and event-loop numbers to /metrics. */
  processMetrics?: boolean
  /** Registers pages and files that are not the API's. */
  pages?: (app: FastifyInstance) => void | Promise<void>
}

export interface PlatServer {
  app: FastifyInstance
  database: OpenDatabase
  broadcaster: Broadcaster
  /** The outside services, e.g. for a text message that comes in. */
  parts: Parts
  messenger: Pick<Messenger, 'onCustomerMessage' | 'sendFromAccount'>
  listen(at: { port: number; host?: string }): Promise<{ url: string; port: number }>
  /**
   * For `drainMs` only says at /healthz that it leaves, so that a proxy stops asking it; then refuses new work, closes sockets
   * over `graceMs`, gives running requests `requestsMs` after that before their connections are cut, closes the database.
   * May be called twice.
   */
  close(options?: { drainMs?: number; graceMs?: number; requestsMs?: number }): Promise<void>
}

const SECRET_MIN_LENGTH = 16
const DEFAULT_GRACE_MS = 2000
const DEFAULT_REQUESTS_MS = 5000

export async function composeServer(
  settings: ComposeSettings,
  makeRealtime: MakeRealtime,
): Promise<PlatServer> {
  if (settings.secret.length < SECRET_MIN_LENGTH)
    throw new Error(`The secret is too short: ${SECRET_MIN_LENGTH} characters at least.`)
  const { database, secret } = settings
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const site: Site = { origin: settings.publicUrl?.replace(/\/+$/, '') ?? '' }
  const metrics = createMetrics({ withProcess: settings.processMetrics ?? false })
  const app = await createApp({
    limits,
    authenticator: createAuthenticator(database.db, secret),
    log: settings.log,
    trustProxy: settings.trustProxy,
  })
  registerMetrics(app, metrics)
  const closing = { isLeaving: false, graceMs: DEFAULT_GRACE_MS }
  registerHealth(app, database.db, () => closing.isLeaving)
  registerDocs(app)

  const realtime = await makeRealtime({ log: app.log, metrics: metrics.registry })
  const parts = createParts(
    { ...EMBEDDED_PARTS, ...settings.parts },
    { db: database.db, log: app.log, site, secret },
  )
  app.addHook('onClose', () => parts.mailer.close())
  const { broadcaster } = realtime
  const jobs = startedJobs(app, database)
  const messenger = registerRooms(app, { settings, limits, site, metrics, broadcaster, parts, jobs })
  // Before Fastify waits for open connections: sockets are connections too.
  app.addHook('preClose', () => realtime.close(closing))
  await realtime.register(app)
  await settings.pages?.(app)
  return {
    app,
    database,
    broadcaster: realtime.broadcaster,
    parts,
    messenger,
    ...running({ app, database, site, closing, jobs }),
  }
}

interface Rooms {
  settings: ComposeSettings
  limits: ServerLimits
  site: Site
  metrics: Metrics
  broadcaster: Broadcaster
  parts: Parts
  jobs: Jobs
}

function registerRooms(app: FastifyInstance, rooms: Rooms): Messenger {
  const { settings, limits, site, metrics, broadcaster, parts, jobs } = rooms
  const { secret, prefix } = settings
  const { db } = settings.database
  const onSent = metrics.messageSent
  const messenger = createMessenger({ db, broadcaster, prefix, site, log: app.log, onSent })
  const deps: RoomDeps = { db, broadcaster, limits, secret, site, parts, prefix, jobs }
  const listed = createListedDeals({ db, secret })
  registerAccount(app, { ...deps, propertyStats: createPropertyStatsOf({ db, listed }) })
  registerProfile(app, { ...deps, messenger })
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
  registerPlumbing(app, deps)
  registerMessenger(app, { db, messenger, limits, site })
  registerDesk(app, { db, broadcaster, messenger, limits, site, prefix })
  registerBuyers(app, { ...deps, listed })
  registerCampaigns(app, { ...deps, listed, messenger })
  registerFavourites(app, deps)
  registerInquiries(app, { ...deps, messenger })
  registerMoney(app, deps)
  registerDeals(app, { listed })
  registerDeskDeals(app, { ...deps, messenger })
  registerSharing(app, deps)
  registerProperties(app, deps)
  registerFunds(app, deps)
  registerOffers(app, { ...deps, messenger })
  registerOpenHouses(app, { ...deps, messenger })
  registerDeskOpenHouses(app, { ...deps, messenger })
  registerListing(app, { ...deps, messenger })
  registerCompanySettings(app, deps)
  registerReviews(app, deps)
  registerCompanyPages(app, deps)
  registerAdmin(app, { ...deps, messenger })
  return messenger
}

/** Done only by a server that listens; the database is closed after the last one has ended. */
function startedJobs(app: FastifyInstance, database: OpenDatabase): Jobs {
  const jobs = createJobs({ database, log: app.log })
  let starting: Promise<void> = Promise.resolve()
  app.addHook('onListen', async () => {
    starting = jobs
      .start()
      .catch((error: unknown) => app.log.error({ err: error }, 'the job queue did not start'))
  })
  app.addHook('onClose', async () => {
    await starting
    await jobs.stop()
  })
  return jobs
}

interface Running {
  app: FastifyInstance
  database: OpenDatabase
  site: Site
  closing: { isLeaving: boolean; graceMs: number }
  jobs: Jobs
}

/** Listening and closing. `closing` is what the app's own closing reads. */
function running({ app, database, site, closing, jobs }: Running): Pick<PlatServer, 'listen' | 'close'> {
  let closed: Promise<void> | null = null
  return {
    async listen({ port, host = '127.0.0.1' }) {
      // What keeps it from that is said when the jobs are started.
      await jobs.prepare().catch(() => {})
      await app.listen({ port, host })
      const bound = (app.server.address() as AddressInfo).port
      const url = `http://${hostOfUrl(host)}:${bound}`
      site.origin ||= url
      return { url, port: bound }
    },
    close(options = {}) {
      const { drainMs = 0, graceMs = DEFAULT_GRACE_MS, requestsMs = DEFAULT_REQUESTS_MS } = options
      closing.isLeaving = true
      closing.graceMs = graceMs
      closed ??= (drainMs > 0 ? pause(drainMs) : Promise.resolve())
        .then(() => closeWithin(app, graceMs + requestsMs))
        .then(() => database.close())
      return closed
    },
  }
}

/** Node waits for the last request, also for one whose sender has gone silent in the middle of it. */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close()
  clearTimeout(cutOff)
}

/** How a person reaches a host the server is bound to. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
