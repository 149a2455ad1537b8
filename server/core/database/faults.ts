/** Which errors mean that the database cannot work right now, and not that the query was wrong. */

/** Ours: the server is unreachable, or a statement was given up. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/** `away`: unreachable, shutting down, overloaded or too slow; the same call may succeed in a moment. `full`: no space left. */
export type Fault = 'away' | 'full'

export function faultOf(error: unknown): Fault | null {
  if (error instanceof DatabaseAway) return 'away'
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') {
    if (FULL.has(code)) return 'full'
    return AWAY.has(code) || code.startsWith('08') ? 'away' : null
  }
  return AWAY_WORDS.some((words) => error.message.startsWith(words)) ? 'away' : null
}

/** `disk_full`, and the codes of writing a file. */
const FULL: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** `read_only_sql_transaction`: the server was the primary and no longer is; another connection may lead to the new one. */
export const STANDBY = '25006'

const AWAY: ReadonlySet<string> = new Set([
  // Shutting down, crashed, starting up; the session was ended for being idle.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  // Too many connections, out of memory, a disk that cannot be read or written.
  '53300',
  '53200',
  '58030',
  STANDBY,
  // A statement or a lock that took too long; a deadlock that was resolved by canceling this one.
  '57014',
  '55P03',
  '40P01',
  '40001',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/** Errors of pg, its pool and Kysely that have no code. */
const AWAY_WORDS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'Postgres connection has been discarded',
  'driver has already been destroyed',
  'Cannot use a pool after calling end',
  'PGlite is closed',
]
