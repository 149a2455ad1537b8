/** The rows of attachments: stored while their message is being written, and joined to it in the transaction that inserts it. */
import type { Selectable } from 'kysely'
import type { MessageAttachmentsTable } from '#server/core/database/offer-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { ATTACHMENTS_WAITING_MAX } from '#shared/contract/attachment-limits.ts'
import { requireWritable } from '../insert-message.ts'
import type { Sender } from './join-attachments.ts'

export type AttachmentRow = Selectable<MessageAttachmentsTable>

export interface NewAttachment {
  ref: string
  kind: 'photo' | 'file'
  fileName: string
  contentType: string
  sizeBytes: number
  width: number | null
  height: number | null
  storageKey: string
  thumbKey: string | null
  isQuarantined: boolean
}

/** In the file store. */
export const keysOf = ({
  storage_key,
  thumb_key,
}: Pick<AttachmentRow, 'storage_key' | 'thumb_key'>): string[] =>
  thumb_key === null ? [storage_key] : [storage_key, thumb_key]

/** By message_attachments_ref. */
export const attachmentByRef = async (db: Database, of: Sender, ref: string): Promise<AttachmentRow | null> =>
  (await ofSender(db, of).where('ref', '=', ref).executeTakeFirst()) ?? null

/** Null if the same upload was quicker elsewhere. Throws 422 on `file` if too many wait for their message. */
export async function insertAttachment(
  db: Database,
  of: Sender,
  file: NewAttachment,
): Promise<AttachmentRow | null> {
  return db.transaction().execute(async (trx) => {
    await requireWritable(trx, of)
    const waiting = await ofSender(trx, of).where('message_id', 'is', null).execute()
    if (waiting.length >= ATTACHMENTS_WAITING_MAX) throw invalid({ file: [TOO_MANY] })
    const row = await trx
      .insertInto('message_attachments')
      .values({
        customer_id: of.customerId,
        account_id: of.accountId,
        type: of.type,
        ref: file.ref,
        kind: file.kind,
        file_name: file.fileName,
        content_type: file.contentType,
        size_bytes: file.sizeBytes,
        width: file.width,
        height: file.height,
        storage_key: file.storageKey,
        thumb_key: file.thumbKey,
        is_quarantined: file.isQuarantined,
      })
      .onConflict((clash) => clash.columns(['customer_id', 'account_id', 'type', 'ref']).doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  })
}

const TOO_MANY = 'Too many files wait for their message. Send or remove some, then try again.'

/** By primary key. */
export const attachmentById = (db: Database, id: number) =>
  db.selectFrom('message_attachments').selectAll().where('id', '=', id).executeTakeFirst()

const ofSender = (db: Database, { customerId, accountId, type }: Sender) =>
  db
    .selectFrom('message_attachments')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('account_id', '=', accountId)
    .where('type', '=', type)
