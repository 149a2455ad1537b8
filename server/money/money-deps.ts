/** What the parts of the money room share. */
import type { FastifyBaseLogger } from 'fastify'
import type { Background } from '#server/account/background.ts'
import type { RoomDeps } from '#server/rooms.ts'
import type { SettingsReader } from '#server/settings/settings-reader.ts'

export interface MoneyDeps extends Omit<RoomDeps, 'jobs'> {
  background: Background
  settings: SettingsReader
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  nowMs: () => number
}
