/** Asks for new addresses of an attachment; loaded when the first ones have expired. */
import type { Api } from '#shared/api/client.ts'
import { showAttachment } from '#shared/contract/attachments.ts'
import type { Attachment } from '#shared/thread/attachments/attachment-model.ts'

/** Null if there are none. Never rejects. */
export const renewAttachment = (api: Api, customer: number, attachment: number): Promise<Attachment | null> =>
  api(showAttachment, { params: { customer, attachment } }).then(
    ({ data }) => data,
    () => null,
  )
