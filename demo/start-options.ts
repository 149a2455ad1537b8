/** What `npm start` may be told, by flags and variables. Pure: reads arguments, touches nothing. */
import { parseArgs } from 'node:util'
import type { PartsSettings } from '#server/providers/providers.ts'
import { readAdminOrigin } from '#server/settings/read-admin-origin.ts'
import { PARTS_HELP, readParts } from '#server/settings/read-parts.ts'
import { createReader, type Environment, type Reader } from '#server/settings/read-variables.ts'
import { secretFault } from '#server/settings/secret-strength.ts'

export interface StartOptions {
  port: number
  host: string
  dataDir: string
  messages: number
  companies: number
  deals: number
  demoReplies: boolean
  databaseUrl: string | null
  redisUrl: string | null
  /** Null: the one kept in the data directory. */
  secret: string | null
  logLevel: string
  /** As browsers see this server; null: the address it listens on. */
  publicUrl: string | null
  /** Where the console alone is served; null: beside the marketplace. */
  adminOrigin: string | null
  /** Real parts that were named; the demo's own stand for the others. */
  parts: Partial<PartsSettings>
}

export type ParsedStart =
  | { kind: 'start'; options: StartOptions }
  | { kind: 'help' }
  /** A sentence that names what is wrong and what would be right. */
  | { kind: 'wrong'; message: string }

const DEFAULTS = {
  port: 4400,
  host: '127.0.0.1',
  dataDir: '.data',
  messages: 400,
  companies: 20_000,
  deals: 57_120,
} as const
const PORT_MAX = 65_535
const MESSAGES_MAX = 1_000_000
const COMPANIES_MAX = 200_000
const DEALS_MIN = 1000
const DEALS_MAX = 500_000

export const HELP = `Starts Plat with a seeded demo world: marketplace, messenger, seller app and host pages on one port.

  npm start -- [flags]

Flags
  --port N             port to listen on (${DEFAULTS.port}); 0 takes any free one
  --host NAME          address to listen on (${DEFAULTS.host}); 0.0.0.0 for every network interface
  --data DIR           directory of the embedded database, the files and the secret (${DEFAULTS.dataDir})
  --messages N         messages in each long demo thread of a new world (${DEFAULTS.messages})
  --companies N        LLCs and trusts in the registry of a new world (${DEFAULTS.companies})
  --deals N            deals of a new world, from ${DEALS_MIN} to ${DEALS_MAX} (${DEFAULTS.deals})
  --no-demo-replies    absent sellers do not answer by themselves
  --help               this text

Variables
  DATABASE_URL         postgres://… : use PostgreSQL 15 to 18 instead of the embedded PGlite
  REDIS_URL            redis://… : carry live messages between several nodes
  PORT                 as --port; PLAT_DATA as --data; the flag wins
  PLAT_SECRET          signs sessions and sockets, 128 bits at least; made once and kept in the data directory otherwise.
                       Nodes that share a database must share it
  LOG_LEVEL            warn (default), info for one line a request, debug, silent
  PUBLIC_URL           https://host as browsers and mails see it, behind a proxy
  ADMIN_ORIGIN         origin of the console alone, e.g. http://localhost:4401

Real services instead of the demo's own. Without them mails and text messages end in /demo/outbox, whoever is
checked says how it ends, and Plat ID stands in for a network to log in with.
${PARTS_HELP}`

export function parseStart(argv: readonly string[], env: Environment): ParsedStart {
  const flags = readFlags(argv)
  if (typeof flags === 'string') return { kind: 'wrong', message: flags }
  if (flags.help) return { kind: 'help' }
  const port = wholeNumber(flags.port ?? env.PORT ?? String(DEFAULTS.port), PORT_MAX)
  if (port === null)
    return wrong(
      `${flags.port === undefined ? 'PORT' : '--port'} must be a whole number from 0 to ${PORT_MAX}.`,
    )
  const messages = wholeNumber(flags.messages ?? String(DEFAULTS.messages), MESSAGES_MAX)
  if (messages === null) return wrong(`--messages must be a whole number from 0 to ${MESSAGES_MAX}.`)
  const companies = wholeNumber(flags.companies ?? String(DEFAULTS.companies), COMPANIES_MAX)
  if (companies === null) return wrong(`--companies must be a whole number from 0 to ${COMPANIES_MAX}.`)
  const deals = wholeNumber(flags.deals ?? String(DEFAULTS.deals), DEALS_MAX)
  if (deals === null || deals < DEALS_MIN)
    return wrong(`--deals must be a whole number from ${DEALS_MIN} to ${DEALS_MAX}.`)
  const dataDir = flags.data ?? (env.PLAT_DATA || DEFAULTS.dataDir)
  const host = flags.host ?? DEFAULTS.host
  if (dataDir === '' || host === '') return wrong('--data and --host must not be empty.')
  const secret = env.PLAT_SECRET || null
  const secretProblem = secret === null ? null : secretFault(secret)
  if (secretProblem) return wrong(`PLAT_SECRET ${secretProblem}`)
  const databaseUrl = env.DATABASE_URL || null
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl))
    return wrong('DATABASE_URL must start with postgres:// or postgresql://.')
  const redisUrl = env.REDIS_URL || null
  if (redisUrl !== null && !/^rediss?:\/\//.test(redisUrl))
    return wrong('REDIS_URL must start with redis:// or rediss://.')
  const faults: string[] = []
  const read = createReader(env, faults)
  const parts = readRealParts({ read, env, faults, dataDir })
  const publicUrl = read.url('PUBLIC_URL', ['https:', 'http:'])
  const adminOrigin = readAdminOrigin(read, faults, port)
  if (faults.length > 0) return wrong(faults.map((fault) => `${fault}.`).join('\n'))
  return {
    kind: 'start',
    options: {
      port,
      host,
      dataDir,
      messages,
      companies,
      deals,
      databaseUrl,
      redisUrl,
      secret,
      publicUrl,
      adminOrigin,
      parts,
      demoReplies: !flags['no-demo-replies'],
      logLevel: env.LOG_LEVEL || 'warn',
    },
  }
}

interface Reading {
  read: Reader
  env: Environment
  faults: string[]
  dataDir: string
}

/** A demo world differs from a production server in what it does when nothing is named. */
function readRealParts({ read, env, faults, dataDir }: Reading): Partial<PartsSettings> {
  const { captcha, identity, billing, market, ...others } = readParts(read, faults, dataDir)
  return {
    ...others,
    ...(env.CAPTCHA_DRIVER || env.ALTCHA_COST ? { captcha } : {}),
    ...(env.IDENTITY_DRIVER ? { identity } : {}),
    ...(env.BILLING_DRIVER ? { billing } : {}),
    ...(env.MARKET_URL ? { market } : {}),
  }
}

const wrong = (message: string): ParsedStart => ({ kind: 'wrong', message })

/** A string is what is wrong with them. */
function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        messages: { type: 'string' },
        companies: { type: 'string' },
        deals: { type: 'string' },
        'no-demo-replies': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function wholeNumber(text: string, most: number): number | null {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number <= most ? number : null
}
