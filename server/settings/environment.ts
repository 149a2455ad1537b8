/** The production server's settings from flags and environment variables. Every wrong one is named at once, with what it should be. */
import { createHmac } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { RealtimeSettings } from '#server/core/realtime/settings.ts'
import { type Secret, signingSecret } from '#server/core/secret.ts'
import type { TelemetrySettings } from '#server/core/telemetry/telemetry.ts'
import type { PartsSettings } from '#server/providers/providers.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import { readAdminOrigin } from './read-admin-origin.ts'
import { DATA_DIR, PARTS_HELP, readParts, warningsOf } from './read-parts.ts'
import { readSockets, SOCKETS_HELP } from './read-sockets.ts'
import { readTelemetry, TELEMETRY_HELP } from './read-telemetry.ts'
import { createReader, type Environment, type Reader } from './read-variables.ts'
import { secretFault } from './secret-strength.ts'

/**
 * The secrets that sign, from the environment: the one in use, those before it, and the one that places hidden deals.
 */
const SECRETS_HELP = `  PLAT_SECRET           at least 128 bits, e.g. from openssl rand -hex 32; signs CSRF tokens, links and codes. Required
  PLAT_SECRET_PREVIOUS  secrets before it, newest first, separated by commas: what they signed still works
  PLAT_PLACES_SECRET    chooses where hidden deals are shown (PLAT_SECRET); keep it when PLAT_SECRET changes
`

interface Secrets {
  secret: Secret
  placesSecret: string
}

function readSecrets(read: Reader, faults: string[]): Secrets {
  const secret = read.text('PLAT_SECRET', '')
  if (secret === '') faults.push('PLAT_SECRET is missing; make one with: openssl rand -hex 32')
  const previous = read
    .text('PLAT_SECRET_PREVIOUS', '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const placesSecret = read.text('PLAT_PLACES_SECRET', secret)
  for (const [name, value] of [
    ['PLAT_SECRET', secret],
    ...previous.map((one) => ['PLAT_SECRET_PREVIOUS', one] as const),
    ...(placesSecret === secret ? [] : [['PLAT_PLACES_SECRET', placesSecret] as const]),
  ] as const) {
    const fault = value === '' ? null : secretFault(value)
    if (fault) faults.push(`${name} ${fault}`)
  }
  if (previous.length > 0 && read.maybe('PLAT_PLACES_SECRET') === null)
    faults.push(
      'PLAT_PLACES_SECRET is missing: after a rotation it keeps hidden deals where they are; `plat secret rotate` prints it',
    )
  return { secret: previous.length > 0 ? [secret, ...previous] : secret, placesSecret }
}

export interface ProductionSettings {
  port: number
  host: string
  /** Of the built pages; null: beside the compiled server. */
  pagesDir: string | null
  /** Wins over `dataDir`. */
  databaseUrl: string | null
  redisUrl: string | null
  dataDir: string
  secret: Secret
  placesSecret: string
  publicUrl: string | null
  /** Of the console, if it is separate. */
  adminOrigin: string | null
  trustProxy: boolean
  logLevel: string
  /** How long it says that it leaves before it does. */
  drainMs: number
  realtime: RealtimeSettings
  telemetry: TelemetrySettings
  /** The outside services. */
  parts: PartsSettings
  /** Sentences for the log of a server that starts with these settings. */
  warnings: readonly string[]
}

export class WrongSettings extends Error {
  override readonly name = 'WrongSettings'

  constructor(faults: readonly string[]) {
    super(`These settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

export const HELP = `npm run serve -- [--port N] [--host ADDRESS] [--data DIRECTORY]

  PORT, HOST            where to listen (3000, 0.0.0.0)
  PAGES_DIR             folder of the built pages (beside the compiled server: dist)
  DATABASE_URL          postgres://… of PostgreSQL 15 to 18; without it PGlite in PLAT_DATA
  PLAT_DATA             data directory of the embedded database (./data)
${SECRETS_HELP}  PUBLIC_URL            https://host as browsers see it, behind a proxy
  ADMIN_ORIGIN          https://admin.host of the console alone; without it the console is at PUBLIC_URL/admin/
  TRUST_PROXY           1 to believe the X-Forwarded headers of that proxy (one hop)
  REALTIME_DRIVER       embedded (default), or pusher for an outside Pusher-compatible server
  PUSHER_APP_ID, PUSHER_APP_KEY, PUSHER_APP_SECRET
                        credentials; the driver pusher requires them
  PUSHER_HOST, PUSHER_PORT, PUSHER_SCHEME, PUSHER_APP_CLUSTER
                        where the outside server is, for this one
  PUSHER_CLIENT_HOST, PUSHER_CLIENT_PORT, PUSHER_CLIENT_SCHEME
                        the same for browsers, when they reach it elsewhere
  REALTIME_PREFIX       channel prefix (App)
  REDIS_URL             redis://… that counts rate limits for all nodes, and carries broadcasts
                        between them (embedded driver)
  DRAIN_SECONDS         how long /healthz answers 503 before a stopped server refuses work (0)
  LOG_LEVEL             trace, debug, info (default), warn, error, fatal or silent
${SOCKETS_HELP.trimEnd()}${TELEMETRY_HELP.trimEnd()}${PARTS_HELP}`

/** Throws `WrongSettings` with all faults together. Flags win over variables. */
export function readSettings(env: Environment, args: readonly string[] = []): ProductionSettings {
  const faults: string[] = []
  const flags = readFlags(args, faults)
  const read = createReader({ ...env, ...flags }, faults)
  const parts = readParts(read, faults)
  const secrets = readSecrets(read, faults)
  const port = read.port('PORT', DEFAULT_PORT)
  const realtime = readRealtime(read, faults, signingSecret(secrets.secret))
  const settings: ProductionSettings = {
    port,
    host: read.text('HOST', '0.0.0.0'),
    pagesDir: read.maybe('PAGES_DIR'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: read.text('PLAT_DATA', DATA_DIR),
    ...secrets,
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:']),
    adminOrigin: readAdminOrigin(read, faults, port),
    trustProxy: read.oneOf('TRUST_PROXY', ['0', '1'], '0') === '1',
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    drainMs: (read.number('DRAIN_SECONDS', { least: 0, most: DRAIN_MOST_S }) ?? 0) * SECOND_MS,
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    realtime,
    telemetry: readTelemetry(read, faults),
    parts,
    warnings: [...warningsOf(parts, read.maybe('PUBLIC_URL') !== null), ...realtimeWarnings(realtime)],
  }
  if (faults.length > 0) throw new WrongSettings(faults)
  return settings
}

const DEFAULT_PORT = 3000
const DRAIN_MOST_S = 600
const SECOND_MS = 1000
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

function readFlags(args: readonly string[], faults: string[]): Environment {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, host: { type: 'string' }, data: { type: 'string' } },
    })
    return {
      ...(values.port === undefined ? {} : { PORT: values.port }),
      ...(values.host === undefined ? {} : { HOST: values.host }),
      ...(values.data === undefined ? {} : { PLAT_DATA: values.data }),
    }
  } catch (error) {
    faults.push((error as Error).message)
    return {}
  }
}

function readRealtime(read: Reader, faults: string[], secret: string): RealtimeSettings {
  const driver = read.oneOf('REALTIME_DRIVER', ['embedded', 'pusher'], 'embedded')
  const prefix = read.maybe('REALTIME_PREFIX')
  const shared = {
    appId: read.text('PUSHER_APP_ID', 'plat'),
    key: read.text('PUSHER_APP_KEY', 'plat'),
    // Ours alone to know, so an embedded server can make its own.
    secret: read.text('PUSHER_APP_SECRET', createHmac('sha256', secret).update('realtime').digest('hex')),
    ...(prefix === null ? {} : { prefix }),
  }
  const fault = driver === 'embedded' && read.maybe('PUSHER_APP_SECRET') ? secretFault(shared.secret) : null
  if (fault) faults.push(`PUSHER_APP_SECRET ${fault}, or leave it out`)
  if (driver === 'embedded') return { driver, ...shared, ...readSockets(read, faults) }
  for (const name of ['PUSHER_APP_ID', 'PUSHER_APP_KEY', 'PUSHER_APP_SECRET'])
    read.needed(name, 'REALTIME_DRIVER=pusher')
  return { driver, ...shared, ...readOutside(read) }
}

/** An outside server sends everything on a channel to everybody on it. */
function realtimeWarnings({ driver, prefix = CHANNEL_PREFIX }: RealtimeSettings): string[] {
  if (driver === 'embedded' || prefix !== CHANNEL_PREFIX) return []
  return [
    `REALTIME_PREFIX is ${CHANNEL_PREFIX} with an outside realtime server: bearers of the messenger also hear the state of identity checks. Choose another prefix.`,
  ]
}

const TLS_PORT = 443
const PLAIN_PORT = 80

function readOutside(read: Reader) {
  const host = read.maybe('PUSHER_HOST')
  const cluster = read.maybe('PUSHER_APP_CLUSTER')
  const useTLS = read.oneOf('PUSHER_SCHEME', ['https', 'http'], 'https') === 'https'
  const port = read.port('PUSHER_PORT', useTLS ? TLS_PORT : PLAIN_PORT)
  const client = readForBrowsers(read)
  return {
    ...(host === null ? {} : { host, port }),
    ...(cluster === null ? {} : { cluster }),
    ...(client === null ? {} : { client }),
    useTLS,
  }
}

/** Where browsers connect, when the outside server has another address inside. Null: the same. */
function readForBrowsers(read: Reader) {
  const wsHost = read.maybe('PUSHER_CLIENT_HOST')
  const forceTLS = read.oneOf('PUSHER_CLIENT_SCHEME', ['https', 'http'], 'https') === 'https'
  const port = read.port('PUSHER_CLIENT_PORT', forceTLS ? TLS_PORT : PLAIN_PORT)
  return wsHost === null ? null : { wsHost, wsPort: port, wssPort: port, forceTLS }
}
