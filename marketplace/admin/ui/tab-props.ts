/** What the tabs of the console get. */
import type { SecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import type { Api } from '#shared/api/client.ts'

export interface TabProps {
  api: Api
}

/** For the tabs about the logged-in person. */
export interface OwnTabProps extends TabProps {
  staffId: number
  security: SecurityModel
  /** The server has ended this device's session. */
  onLeft: () => void
}
