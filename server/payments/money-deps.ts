/** What the parts of the money room share. */
import type { FastifyBaseLogger } from 'fastify'
import type { Background } from '#server/accounts/login/background.ts'
import type { WorkDeps } from '#server/core/jobs/work-through.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { SettingsReader } from '#server/site/settings/settings-reader.ts'

export interface MoneyDeps extends Omit<RoomDeps, 'jobs' | 'watch' | 'holdingsOf' | 'joinGuests'>, WorkDeps {
  background: Background
  settings: SettingsReader
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  nowMs: () => number
}
