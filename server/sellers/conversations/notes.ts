/** Internal notes of a conversation. They are in a table that nothing of a buyer's reads, and are said on the account's channel alone. */
import type { Database } from '#server/core/database/open.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { forbidden, notFound } from '#server/core/http/refusal.ts'
import type { Conversation } from '#server/messaging/queries.ts'
import type { ConversationNoteWire } from '#shared/contract/conversation-notes.ts'
import { NOTES_SHOWN } from '#shared/contract/limits.ts'

const selectNotes = (db: Database) =>
  db
    .selectFrom('conversation_notes as note')
    .leftJoin('account_members as author', 'author.id', 'note.member_id')
    .select(['note.id', 'note.body', 'note.created_at', 'author.id as author_id', 'author.name'])

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>

const noteWire = ({ id, body, created_at, author_id, name }: NoteRow): ConversationNoteWire => ({
  id,
  text: body,
  author: author_id === null ? null : { id: author_id, name: name ?? '' },
  created_at: created_at.toISOString(),
})

/** The newest, oldest first. By conversation_notes_thread. */
export async function notesOf(
  db: Database,
  { customerId, accountId }: Conversation,
): Promise<ConversationNoteWire[]> {
  const rows = await selectNotes(db)
    .where('note.customer_id', '=', customerId)
    .where('note.account_id', '=', accountId)
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
    .limit(NOTES_SHOWN)
    .execute()
  return rows.toReversed().map(noteWire)
}

interface Given {
  text: string
  key: string | null
}

/** By conversation_notes_key and primary key. */
export async function addNote(
  db: Database,
  of: Conversation,
  { memberId, text, key }: Given & Pick<AccountPrincipal, 'memberId'>,
): Promise<ConversationNoteWire> {
  const added = await db
    .insertInto('conversation_notes')
    .values({
      account_id: of.accountId,
      customer_id: of.customerId,
      member_id: memberId,
      body: text,
      idempotency_key: key,
    })
    .onConflict((clash) => clash.columns(['member_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const row = await (added
    ? selectNotes(db).where('note.id', '=', added.id)
    : selectNotes(db).where('note.member_id', '=', memberId).where('note.idempotency_key', '=', key)
  )
    .select('note.customer_id')
    .executeTakeFirstOrThrow()
  refuseOtherTerms(row.body === text && row.customer_id === of.customerId)
  return noteWire(row)
}

/** Rejects with 404 for one of another conversation, and with 403 for a colleague's, but for an owner or a manager. By primary key. */
export async function deleteNote(
  db: Database,
  { customerId, accountId }: Conversation,
  { id, me }: { id: number; me: Pick<AccountPrincipal, 'memberId' | 'role'> },
): Promise<void> {
  const row = await db
    .selectFrom('conversation_notes')
    .select('member_id')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
  const mayDelete = row.member_id === me.memberId || me.role === 'administrator' || me.role === 'manager'
  if (!mayDelete) throw forbidden()
  await db.deleteFrom('conversation_notes').where('id', '=', id).execute()
}
