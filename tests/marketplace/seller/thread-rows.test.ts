/** Notes among messages: at their times, with the days they begin, and not above messages that are not loaded. */
import { expect, it } from 'vitest'
import { rowsOf } from '#marketplace/seller/inbox/thread-rows.ts'
import type { ConversationNoteWire } from '#shared/contract/conversation-notes.ts'
import * as eg from '#tests/support/eg.ts'

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()
const message = (id: number, created_at: string) =>
  eg.message({ id, createdAt: created_at, atMs: Date.parse(created_at) })
const note = (id: number, created_at: string): ConversationNoteWire => ({
  id,
  text: 'x',
  author: null,
  created_at,
})
const shown = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).map((row) => [
    row.kind === 'note' ? `note ${row.note.id}` : row.message.id,
    row.day?.replace(/^.*March (\d+),.*$/, '$1') ?? null,
  ])

it('are between the messages of their time', () => {
  const messages = [message(1, at(3, 9)), message(2, at(3, 11)), message(3, at(4, 9))]
  const notes = [note(7, at(2, 9)), note(8, at(3, 10)), note(9, at(5, 9))]
  expect(shown(messages, notes, false)).toEqual([
    ['note 7', '2'],
    [1, '3'],
    ['note 8', null],
    [2, null],
    [3, '4'],
    ['note 9', '5'],
  ])
})

it('from before the oldest message here wait until older ones are loaded', () => {
  const notes = [note(7, at(2, 9)), note(8, at(3, 10))]
  expect(shown([message(1, at(3, 9))], notes, true)).toEqual([
    [1, '3'],
    ['note 8', null],
  ])
})

it('are shown without any message', () => {
  expect(shown([], [note(7, at(2, 9))], false)).toEqual([['note 7', '2']])
})
