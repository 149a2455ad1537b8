/** Joins uploads to the message that names them: own ones of this conversation that no message has yet, all or none. */
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'

export interface Sender {
  customerId: number
  accountId: number
  type: 'inbound' | 'outbound'
}

/** Throws 422 on `attachment_ids`. By primary key. */
export async function joinAttachments(
  trx: Database,
  of: Sender,
  { messageId, ids }: { messageId: number; ids: readonly number[] },
): Promise<void> {
  for (const [position, id] of ids.entries()) {
    const { numUpdatedRows } = await trx
      .updateTable('message_attachments')
      .set({ message_id: messageId, position })
      .where('id', '=', id)
      .where('customer_id', '=', of.customerId)
      .where('account_id', '=', of.accountId)
      .where('type', '=', of.type)
      .where('message_id', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw invalid({ attachment_ids: ['A file is no longer there. Remove it and attach it again.'] })
  }
}

/** In their order. By message_attachments_message. */
export async function attachmentIdsOf(trx: Database, messageId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('message_attachments')
    .select('id')
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}
