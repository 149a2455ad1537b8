/** What a mail to a buyer about unread messages says. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'

/** More are read in the conversation. */
const MOST = 20

/** The photos and files of a message `m`, one a line. By message_attachments_message. */
export const ATTACHED_LINES = sql`(select string_agg(case a.kind when 'photo' then 'Photo' else a.file_name end, chr(10) order by a.position)
  from message_attachments a where a.message_id = m.id)`

/** The words of what this buyer has not read of the conversation from this message on, the oldest first. By messages_unread_outbound. */
export async function unreadWords(db: Database, messageId: number): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select concat_ws(chr(10), m.body, ${ATTACHED_LINES}) as words from messages f join messages m on m.customer_id = f.customer_id and m.account_id = f.account_id
    where f.id = ${messageId} and m.type = 'outbound' and not m.is_read and m.action is null
      and (m.body is not null or exists (select 1 from message_attachments a where a.message_id = m.id)) and m.id >= f.id
    order by m.sort_at, m.id limit ${MOST}`.execute(db)
  return rows.map(({ words }) => words)
}
