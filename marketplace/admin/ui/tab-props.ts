/** What the tabs of the console get. */
import type { SecurityModel } from '#marketplace/kit/two-step/security-model.ts'
import type { Upload } from '#marketplace/kit/upload.ts'
import type { Api } from '#shared/api/client.ts'

export interface TabProps {
  api: Api
}

/** For the tabs about the logged-in person. */
export interface OwnTabProps extends TabProps {
  staffId: number
  security: SecurityModel
  /** For an upload, which does not use the API client. */
  session: Pick<Upload, 'csrf' | 'onUnauthorised' | 'onCsrfMismatch'>
  /** The server has ended this device's session. */
  onLeft: () => void
}
