/** What a conversation shows, in its order: messages, and the team's notes at their times. */

import { fullDayWords } from '#marketplace/kit/date-labels.ts'
import type { ConversationNoteWire } from '#shared/contract/conversation-notes.ts'
import type { Message } from '#shared/thread/model.ts'

interface OfMessage {
  kind: 'message'
  message: Message
  isOwnLast: boolean
}
interface OfNote {
  kind: 'note'
  note: ConversationNoteWire
}
export type ThreadRow = (OfMessage | OfNote) & {
  /** Said above what is the first of a day. */
  day: string | null
}

/** `hasOlder`: notes from before the oldest message here are shown with the messages of their time. */
export function rowsOf(
  messages: readonly Message[],
  notes: readonly ConversationNoteWire[],
  hasOlder: boolean,
): ThreadRow[] {
  const oldestMs = hasOlder ? (messages[0]?.atMs ?? 0) : 0
  const waiting = notes.filter(({ created_at }) => Date.parse(created_at) >= oldestMs)
  const lastOwn = messages.findLast(({ type }) => type === 'outbound')
  const rows: ThreadRow[] = []
  let dayBefore = ''
  const add = (row: OfMessage | OfNote, atMs: number) => {
    const day = fullDayWords(atMs)
    rows.push({ ...row, day: day === dayBefore ? null : day })
    dayBefore = day
  }
  const addNotes = (beforeMs: number) => {
    for (let note = waiting[0]; note && Date.parse(note.created_at) < beforeMs; note = waiting[0]) {
      waiting.shift()
      add({ kind: 'note', note }, Date.parse(note.created_at))
    }
  }
  for (const message of messages) {
    addNotes(message.atMs)
    add({ kind: 'message', message, isOwnLast: message === lastOwn }, message.atMs)
  }
  addNotes(Number.POSITIVE_INFINITY)
  return rows
}
