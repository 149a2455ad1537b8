/** The console: what the house's own people see and decide (checklist ADM-01 to ADM-04). Each file below answers for one part. */
import type { FastifyInstance } from 'fastify'
import type { Messenger } from '#server/messenger/messenger.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { createSettingsReader } from '#server/settings/settings-reader.ts'
import { registerAdminAccounts } from './account-routes.ts'
import { registerAdminCustomers } from './customer-routes.ts'
import { registerAdminDeposits } from './deposit-routes.ts'
import { registerAdminLedger } from './ledger-routes.ts'
import { registerAdminLogin } from './login-routes.ts'
import { registerAdminProofs } from './proof-routes.ts'
import { registerAdminReports } from './report-routes.ts'
import { registerAdminSettings } from './setting-routes.ts'

interface AdminRoomDeps extends RoomDeps {
  messenger: Pick<Messenger, 'announce'>
  nowMs?: () => number
}

export function registerAdmin(app: FastifyInstance, room: AdminRoomDeps): void {
  const settings = createSettingsReader(room.db)
  const deps = { ...room, settings, log: app.log, nowMs: room.nowMs ?? Date.now }
  registerAdminLogin(app, deps)
  registerAdminSettings(app, deps)
  registerAdminDeposits(app, deps)
  registerAdminLedger(app, deps)
  registerAdminReports(app, deps)
  registerAdminAccounts(app, deps)
  registerAdminCustomers(app, deps)
  registerAdminProofs(app, deps)
}
