/** Notes that members of a company write to each other in a conversation. No buyer, guest or site ever gets them. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { RealtimeEvent } from './events.ts'
import { NOTE_MAX_LENGTH, NOTES_SHOWN } from './limits.ts'
import { id, idText, instant, maybe, wrapped } from './wire.ts'

const NOTES = '/account/api/customers/{customer}/notes'

const conversationNote = z.object({
  id: id(),
  text: z.string(),
  /** Null once they have deleted their login. */
  author: maybe(z.object({ id: id(), name: z.string() })),
  created_at: instant(),
})
export type ConversationNoteWire = z.output<typeof conversationNote>

const ours = { at: 'site', auth: 'account' } as const

export const sellerNotes = endpoint({
  ...ours,
  name: 'sellerNotes',
  method: 'GET',
  path: NOTES,
  summary: `The team’s internal notes in the conversation with a buyer, oldest first, the newest ${NOTES_SHOWN}. Buyers never get them.`,
  params: z.object({ customer: idText() }),
  reply: wrapped(z.array(conversationNote)),
})

export const sellerAddNote = endpoint({
  ...ours,
  name: 'sellerAddNote',
  permission: 'reply',
  method: 'POST',
  path: NOTES,
  summary:
    'Write an internal note in a conversation, for the team alone. A repeat with the same `Idempotency-Key` returns the first note.',
  params: z.object({ customer: idText() }),
  body: z.object({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Write a note.'),
        z.maxLength(NOTE_MAX_LENGTH, `The note must not be longer than ${NOTE_MAX_LENGTH} characters.`),
      ),
  }),
  reply: wrapped(conversationNote),
  status: 201,
  idempotency: 'optional',
})

export const sellerDeleteNote = endpoint({
  ...ours,
  name: 'sellerDeleteNote',
  permission: 'reply',
  method: 'DELETE',
  path: `${NOTES}/{note}`,
  summary: 'Delete an internal note: one’s own, or as an owner or manager anybody’s.',
  params: z.object({ customer: idText(), note: idText() }),
  reply: z.unknown(),
  status: 204,
})

/** A note was written or deleted; on the account's channel alone. Says only that: the words come by `sellerNotes`. */
export const notesUpdated = {
  name: 'NotesUpdated',
  payload: z.object({ customer_id: id() }),
} satisfies RealtimeEvent
