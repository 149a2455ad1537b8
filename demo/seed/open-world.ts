/** The whole demo world in one process: database, seed, server, pages and demo replies. `npm start` and the tests open it by this door. */
import { createHmac } from 'node:crypto'
import { PAGES_FOLDER } from '#demo/build-pages.ts'
import { platId } from '#demo/fake-providers/openid-request.ts'
import { registerParts } from '#demo/fake-providers/register-parts.ts'
import { registerHosts } from '#demo/host-pages.ts'
import { receiveReply } from '#server/accounts/phones/replies.ts'
import type { PlatServer } from '#server/compose-server.ts'
import type { ServerLimits } from '#server/core/config/limits.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { LogSettings } from '#server/core/http/log.ts'
import { createServer } from '#server/create-server.ts'
import type { PartsSettings } from '#server/providers/providers.ts'
import { accountChannel } from '#shared/contract/events.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { registerDrawings } from './art/drawing-routes.ts'
import { type AutoReply, startAutoReply } from './auto-reply.ts'
import { registerDemoRoutes } from './demo-routes.ts'
import { ACCOUNTS } from './people.ts'
import { type SeededWorld, seedOnce } from './seed.ts'
import { readPaper } from './seeded-deals/papers.ts'
import { SELLERS_MAX } from './seeded-deals/seed-deals.ts'
import { readSeededProof } from './seeded-proofs/proofs.ts'

export interface WorldSettings {
  /** Open, not yet migrated. The world closes it. */
  database: OpenDatabase
  /** Size of each long thread, when the world is new. */
  messages: number
  /** LLCs and trusts of the registry, when the world is new. */
  companies: number
  /** Deals, when the world is new. */
  deals: number
  /** Signs cookies and sockets; every node of one world has the same. */
  secret: string
  demoReplies: boolean
  redisUrl?: string
  log?: LogSettings
  limits?: Partial<ServerLimits>
  /** Real parts instead of the demo's own. */
  parts?: Partial<PartsSettings>
  /** `https://host` when a proxy stands in front. */
  publicUrl?: string
  /** Where the console alone is served. */
  adminOrigin?: string
  onProgress?: (line: string) => void
}

export interface OpenWorld {
  server: PlatServer
  seeded: SeededWorld & { isNew: boolean }
  /** Ends sockets and requests in flight, then the database. */
  close(options?: { graceMs?: number }): Promise<void>
}

/** Not listening yet. Rejects with `NotADemoWorld` for a database of somebody else; the database is closed then. */
export async function openWorld(settings: WorldSettings): Promise<OpenWorld> {
  const { database, onProgress = () => {} } = settings
  try {
    await database.migrate()
    const seeded = await seedOnce(database.db, {
      messages: settings.messages,
      companies: settings.companies,
      deals: settings.deals,
      nowMs: systemClock.now(),
      onProgress,
    })
    return await serveWorld(settings, seeded)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serveWorld(settings: WorldSettings, seeded: OpenWorld['seeded']): Promise<OpenWorld> {
  const { database, secret } = settings
  const key = derive(secret, 'realtime key').slice(0, KEY_LENGTH)
  // The demo routes need what exists only after the routes are registered.
  let replies: AutoReply | null = null
  let answering: Pick<PlatServer, 'parts' | 'site'> | null = null
  // Known when it listens.
  let origin = settings.publicUrl ?? ''
  const parts = partsOf(settings, () => origin)
  const server = await createServer({
    database,
    secret,
    realtime: {
      // Worlds that share a Redis are told apart by their app; the nodes of one world share its secret.
      driver: 'embedded',
      appId: derive(secret, 'realtime app').slice(0, KEY_LENGTH),
      key,
      secret: derive(secret, 'realtime secret'),
    },
    ...(settings.redisUrl ? { redisUrl: settings.redisUrl } : {}),
    ...(settings.log ? { log: settings.log } : {}),
    ...(settings.limits ? { limits: settings.limits } : {}),
    ...(settings.publicUrl ? { publicUrl: settings.publicUrl } : {}),
    ...(settings.adminOrigin ? { adminOrigin: settings.adminOrigin } : {}),
    parts,
    canStaffSkipTwoStep: true,
    pagesFolder: PAGES_FOLDER,
    extend: (app) => {
      registerHosts(app, () => ({ key }))
      registerDrawings(app)
      registerParts(app, {
        outbox: {
          db: database.db,
          sentOutside: sentOutside(parts),
          async receiveReply(reply) {
            if (answering) await receiveReply({ ...answering, db: database.db }, reply)
          },
        },
        identity: { db: database.db, secret },
        billing: { db: database.db, secret },
        origin: () => origin,
      })
      registerDemoRoutes(app, {
        db: database.db,
        replies: {
          isOn: () => replies?.isOn() ?? false,
          turn: (on) => replies?.turn(on),
          stop: () => replies?.stop(),
        },
      })
    },
  })
  answering = server
  replies = startAutoReply(
    {
      ...server.messenger,
      clock: systemClock,
      isDemoAccount: (id) => id <= ACCOUNTS.length + SELLERS_MAX,
      isSellerOnline: async (id) =>
        (await server.broadcaster.occupancy(accountChannel(CHANNEL_PREFIX, id))) > 0,
      warn: (line) => server.app.log.warn(line),
    },
    settings.demoReplies,
  )
  return {
    server: {
      ...server,
      async listen(at) {
        const listening = await server.listen(at)
        origin ||= listening.url
        return listening
      },
    },
    seeded,
    async close(options) {
      replies?.stop()
      await server.close(options)
    },
  }
}

/** Resolves when the places are in memory, which takes a second or two; until then whoever searches for one waits. */
export async function warmPlaces({ server }: OpenWorld): Promise<void> {
  await server.parts.geocoder.query('Houston').catch(() => [])
}

/** Solved by a browser in well under 100 ms: the demo shows a captcha and keeps nobody waiting. */
const CAPTCHA_COST = 40

/** The demo's own parts; what the settings name instead is real. */
const partsOf = ({ parts }: WorldSettings, origin: () => string) =>
  ({
    mail: { driver: 'outbox' },
    sms: { driver: 'outbox' },
    captcha: { driver: 'altcha', cost: CAPTCHA_COST },
    identity: { driver: 'embedded' },
    billing: { driver: 'embedded' },
    places: { driver: 'gazetteer' },
    market: { driver: 'embedded' },
    scripts: {},
    support: {
      email: 'help@plat.example',
      phone: '+1 713 555 0199',
      hours: 'Monday to Friday, 9 AM to 6 PM CT',
    },
    ...parts,
    files: { driver: 'made', make: madeFile, base: parts?.files ?? { driver: 'memory' } },
    social: [platId(origin), ...(parts?.social ?? [])],
  }) satisfies PartsSettings

const sentOutside = ({ mail, sms }: Pick<PartsSettings, 'mail' | 'sms'>) => [
  ...(mail.driver === 'outbox' ? [] : ['mail' as const]),
  ...(sms.driver === 'outbox' ? [] : ['sms' as const]),
]

const KEY_LENGTH = 20
const derive = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')

/**
 * Files of the seeded world: none of them lies anywhere, each is drawn up when somebody fetches it. Null for a key that
 * is not of the seed.
 */
export const madeFile = (key: string): Uint8Array | null => readPaper(key) ?? readSeededProof(key)
