/** The console: what the house's own people see and decide (checklist ADM-01 to ADM-04). Each file below answers for one part. */
import type { FastifyInstance } from 'fastify'
import type { Messenger } from '#server/messaging/messenger.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { createSettingsReader } from '#server/site/settings/settings-reader.ts'
import { registerAdminAccounts } from './account-routes.ts'
import { registerAdjustments } from './adjustment-routes.ts'
import { registerAgainstAdvice } from './against-advice-routes.ts'
import { registerBoundOffers } from './bound-offers.ts'
import { registerAdminCustomers } from './customer-routes.ts'
import { registerAdminDeposits } from './deposit-routes.ts'
import { registerFailedWork } from './failed-work-routes.ts'
import { registerSetup } from './first-staff.ts'
import { registerAdminInstallation } from './installation-routes.ts'
import { registerAdminLedger } from './ledger-routes.ts'
import { registerAdminLogin } from './login-routes.ts'
import { registerAdminProofs } from './proof-routes.ts'
import { registerAdminReports } from './report-routes.ts'
import { registerSellerApplications } from './seller-application-routes.ts'
import { registerAdminSettings } from './setting-routes.ts'
import { registerAdminSupport } from './support-routes.ts'
import { registerUnclaimed } from './unclaimed-routes.ts'
import { registerViewAs } from './view-as.ts'
import { registerAdminWithdrawals } from './withdrawal-routes.ts'

interface AdminRoomDeps extends RoomDeps {
  messenger: Pick<Messenger, 'announce'>
}

export function registerAdmin(app: FastifyInstance, room: AdminRoomDeps): void {
  const settings = createSettingsReader(room.db)
  const deps = { ...room, settings, log: app.log }
  registerAdminLogin(app, deps)
  registerSetup(app, deps)
  registerAdminSettings(app, deps)
  registerAdminSupport(app, deps)
  registerAdminInstallation(app, deps)
  registerAdminDeposits(app, deps)
  registerAdminLedger(app, deps)
  registerAdjustments(app, deps)
  registerUnclaimed(app, deps)
  registerAdminWithdrawals(app, deps)
  registerAdminReports(app, deps)
  registerAgainstAdvice(app, deps)
  registerAdminAccounts(app, deps)
  registerBoundOffers(app, deps)
  registerSellerApplications(app, deps)
  registerAdminCustomers(app, deps)
  registerViewAs(app, deps)
  registerAdminProofs(app, deps)
  registerFailedWork(app, deps)
}
