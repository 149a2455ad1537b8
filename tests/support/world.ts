/**
 * A running demo world for tests: the same code as `npm start`, on a free port, with a data directory of its own; or, with
 * TEST_DATABASE_URL and TEST_REDIS_URL, over a database of its own on that Postgres and over that Redis.
 */
import { randomBytes } from 'node:crypto'
import { buyerOf, DEMO_LOGINS, type DemoLogin } from '#demo/seed/logins.ts'
import { type OpenWorld, openWorld, warmPlaces } from '#demo/seed/open-world.ts'
import type { ServerLimits } from '#server/core/config/limits.ts'
import { openDatabase } from '#server/core/database/open.ts'
import type { CaptchaSettings } from '#server/providers/captcha/captcha.ts'
import type { InboundMail } from '#server/providers/mail/reply-address.ts'
import { customerChannel } from '#shared/contract/events.ts'
import { placeWorld, type WorldPlace, type WorldSize } from './seeded-world.ts'

export interface TestWorldSettings {
  /** Size of the long threads, 60 by default. */
  messages?: number
  /** LLCs and trusts of the registry, 300 by default. */
  companies?: number
  /** Deals, 300 by default, the scripted ones among them. */
  deals?: number
  /** A free one by default. */
  port?: number
  /** A temporary one by default, deleted by `stop`. */
  dataDir?: string
  /** Off by default: an answer nobody asked for would disturb a test. */
  demoReplies?: boolean
  limits?: Partial<ServerLimits>
  /** Where the console alone is served. */
  adminOrigin?: string
  /** The demo's own by default. */
  captcha?: CaptchaSettings
  /** `host:port` of a stand-in for the push services of browsers. */
  pushHosts?: readonly string[]
  /** Mails about unread messages can be answered by mail. Not by default. */
  inboundMail?: InboundMail
}

export interface TestWorld {
  /** `http://localhost:port`, also after a restart. */
  readonly url: string
  readonly port: number
  readonly logins: Record<'buyer1' | 'buyer2' | 'buyer3' | 'seller1' | 'seller2', DemoLogin>
  readonly server: OpenWorld['server']
  /** Sockets on the channel of a buyer: one of each messenger, and one more of the marketplace around it. */
  buyerSockets(login: 'buyer1' | 'buyer2' | 'buyer3'): Promise<number>
  /** Closes the server and the database and deletes a temporary data directory. */
  stop(): Promise<void>
  /** Only stops serving, as a crash or a deploy would look from outside; `up` brings it back. */
  down(): Promise<void>
  up(): Promise<void>
  /** `down`, then `up`. */
  restart(): Promise<void>
}

/** Everybody in a browser test has one address. */
const ROOMY: Partial<ServerLimits> = {
  requestsPerMinute: 100_000,
  sendsPerMinute: 1_000,
  sellerSendsPerMinute: 1_000,
  emailStatusPerMinute: 1_000,
  registrationsPerHour: 1_000,
  sendsPerIpPerHour: 1_000,
}

export async function startWorld(settings: TestWorldSettings = {}): Promise<TestWorld> {
  const { messages = 60, companies = 300, deals = 300 } = settings
  const size = { messages, companies, deals }
  const { dataDir } = settings
  const place = dataDir
    ? { open: () => openDatabase({ dataDir }), remove: async () => {} }
    : await placeWorld(size)
  // A secret of its own keeps worlds apart that share a Redis.
  const secret = randomBytes(32).toString('hex')
  let world = await open({ ...settings, ...size }, secret, place)
  const { url, port } = await world.server.listen({ port: settings.port ?? 0 })
  let isUp = true

  const down = async () => {
    if (isUp) await world.close({ graceMs: 0 })
    isUp = false
  }
  const up = async () => {
    if (isUp) return
    world = await open({ ...settings, ...size }, secret, place)
    await world.server.listen({ port })
    isUp = true
  }
  return {
    url,
    port,
    logins: loginsByKey(),
    get server() {
      return world.server
    },
    buyerSockets: (login) =>
      world.server.broadcaster.occupancy(customerChannel('App', buyerOf(login) ?? Number.NaN)),
    async stop() {
      await down()
      await place.remove()
    },
    down,
    up,
    async restart() {
      await down()
      await up()
    },
  }
}

async function open(
  settings: TestWorldSettings & WorldSize,
  secret: string,
  place: WorldPlace,
): Promise<OpenWorld> {
  const redisUrl = process.env.TEST_REDIS_URL
  const world = await openWorld({
    database: await place.open(),
    ...(redisUrl ? { redisUrl } : {}),
    messages: settings.messages,
    companies: settings.companies,
    deals: settings.deals,
    secret,
    ...(settings.adminOrigin ? { adminOrigin: settings.adminOrigin } : {}),
    demoReplies: settings.demoReplies ?? false,
    limits: { ...ROOMY, ...settings.limits },
    log: { level: 'warn' },
    parts: {
      ...(settings.captcha ? { captcha: settings.captcha } : {}),
      ...(settings.pushHosts ? { push: { alsoHosts: settings.pushHosts } } : {}),
      ...(settings.inboundMail ? { inboundMail: settings.inboundMail } : {}),
    },
  })
  // As the start does: the first who searches, or has a smart buy box, does not wait for them.
  await warmPlaces(world)
  return world
}

function loginsByKey(): TestWorld['logins'] {
  return Object.fromEntries(DEMO_LOGINS.map((login) => [login.key, login])) as TestWorld['logins']
}
