/**
 * Announces each statement that ended on a diagnostics channel, from which traces take it: its text with `$1` for the first value, never
 * the values. Does nothing while nobody listens.
 */
import { channel } from 'node:diagnostics_channel'
import type { LogEvent } from 'kysely'

const ended = channel('plat:database:statement')

/** The `log` of each Kysely. */
export function announceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (!ended.hasSubscribers) return
  ended.publish({ text: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' })
}
