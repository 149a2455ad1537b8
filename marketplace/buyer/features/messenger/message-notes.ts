/**
 * Messages that came while no messenger was on the page: one note for each sender, with the latest words and a reply. The reply's draft
 * is the conversation's own: the messenger's composer has it too.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { attempt, sayFailure } from '#marketplace/kit/attempt.ts'
import { type Failure, isOutcomeUnknown } from '#shared/api/api-error.ts'
import { createKeyedCall } from '#shared/api/keyed-call.ts'
import {
  listChats,
  markTextMessagesRead,
  sendTextMessage,
  type TextMessageWire,
} from '#shared/contract/messenger.ts'
import { attachedWords } from '#shared/format/attached-words.ts'
import type { KeptDrafts } from '#shared/lib/kept-drafts.ts'

export interface MessageNote {
  readonly accountId: number
  readonly name: string
  readonly logo: string | null
  /** Of the messages in it, the oldest first. */
  readonly messages: readonly { readonly id: number; readonly text: string }[]
  readonly draft: string
  readonly reply: Reply
}

export type Reply =
  | { readonly phase: 'writing'; readonly problem: string | null }
  | { readonly phase: 'sending' }
  | { readonly phase: 'sent' }

export interface MessageNotes {
  /** The latest sender last. */
  readonly notes: ReadonlySignal<readonly MessageNote[]>
  /** A note has words that are not sent, or some are on their way. */
  readonly isUnsent: ReadonlySignal<boolean>
  came(message: TextMessageWire): void
  read(ids: readonly number[]): void
  close(accountId: number): void
  /** All, e.g. because a messenger is here. */
  clear(): void
  /** Sends the draft. If that fails, its words are the draft again, before what was typed meanwhile. */
  send(accountId: number): Promise<void>
  setDraft(accountId: number, text: string): void
}

export interface MessageNotesDeps extends Pick<Services, 'api' | 'log'> {
  userId: number
  drafts: KeptDrafts
}

type Sender = Pick<MessageNote, 'name' | 'logo'>

const WRITING: Reply = { phase: 'writing', problem: null }

/** What is sent now, and what after it: a message without an answer may have arrived, so it goes again as it was. */
function split(draft: string, unsure: string | undefined): [message: string, later: string] {
  if (unsure === undefined || !draft.startsWith(`${unsure}\n`)) return [draft.trim(), '']
  return [unsure, draft.slice(unsure.length + 1)]
}

export function createMessageNotes({ api, log, userId, drafts }: MessageNotesDeps): MessageNotes {
  const notes = signal<readonly MessageNote[]>([])
  const senders = new Map<number, Sender>()
  const sending = signal(0)
  const keyed = createKeyedCall()
  /** By account, the reply that was sent last and got no answer. */
  const unsure = new Map<number, string>()
  const params = { customer: userId }

  const change = (accountId: number, to: (note: MessageNote) => MessageNote) => {
    notes.value = notes.peek().map((note) => (note.accountId === accountId ? to(note) : note))
  }
  const close = (accountId: number) => {
    notes.value = notes.peek().filter((note) => note.accountId !== accountId)
  }
  function add(accountId: number, message: MessageNote['messages'][number]) {
    const known = notes.peek().find((note) => note.accountId === accountId)
    if (known?.messages.some(({ id }) => id === message.id)) return
    const note: MessageNote = known ?? {
      accountId,
      ...nameOf(accountId),
      messages: [],
      draft: drafts.read(accountId),
      reply: WRITING,
    }
    const reply = note.reply.phase === 'sent' ? WRITING : note.reply
    notes.value = [
      ...notes.peek().filter((one) => one !== known),
      { ...note, reply, messages: [...note.messages, message] },
    ]
    if (!senders.has(accountId)) void findSenders(accountId)
  }
  const nameOf = (accountId: number): Sender => senders.get(accountId) ?? { name: 'A seller', logo: null }

  /** The conversation that a message has just come in is among the first. */
  async function findSenders(accountId: number) {
    const asked = await attempt(api(listChats, { params, query: {} }))
    if (asked.kind === 'failed')
      return log.warn('The name of a sender could not be loaded', asked.failure.kind)
    for (const { account } of asked.value.data)
      senders.set(account.id, {
        name: account.title || 'A seller',
        logo: account.deals_site_settings?.deals_emails_logo ?? null,
      })
    change(accountId, (note) => ({ ...note, ...nameOf(accountId) }))
  }

  const noteOf = (accountId: number) => notes.peek().find((note) => note.accountId === accountId)

  function setDraft(accountId: number, draft: string) {
    drafts.write(accountId, draft)
    change(accountId, ({ reply, ...note }) => ({
      ...note,
      draft,
      reply: reply.phase === 'sent' ? WRITING : reply,
    }))
  }

  async function send(accountId: number): Promise<void> {
    const note = noteOf(accountId)
    if (!note?.draft.trim() || note.reply.phase === 'sending') return
    const [message, later] = split(note.draft, unsure.get(accountId))
    change(accountId, (one) => ({ ...one, reply: { phase: 'sending' } }))
    setDraft(accountId, later)
    sending.value++
    const input = { params: { ...params, account: accountId }, body: { message } }
    const sent = await attempt(
      keyed({ accountId, message }, (options) => api(sendTextMessage, input, options)),
    )
    sending.value--
    if (sent.kind === 'failed') return giveBack(note, message, sent.failure)
    unsure.delete(accountId)
    change(accountId, (one) => ({ ...one, reply: { phase: 'sent' } }))
    if (later !== '') return await send(accountId)
    await markRead(note)
  }
  /** Also when its note was closed meanwhile. */
  function giveBack(note: MessageNote, message: string, failure: Failure) {
    const { accountId } = note
    if (!noteOf(accountId)) notes.value = [...notes.peek(), note]
    if (isOutcomeUnknown(failure)) unsure.set(accountId, message)
    const { fields, message: said } = sayFailure(failure)
    const problem = said ?? fields.message ?? 'It was not sent. Try again.'
    setDraft(accountId, [message, drafts.read(accountId)].filter(Boolean).join('\n'))
    change(accountId, (one) => ({ ...one, reply: { phase: 'writing', problem } }))
  }
  /** Who answers a message has read it. */
  async function markRead({ messages }: MessageNote) {
    const text_messages_ids = messages.map(({ id }) => id)
    const marked = await attempt(
      api(markTextMessagesRead, { params, body: { is_read: true, text_messages_ids } }),
    )
    if (marked.kind === 'failed') log.warn('Messages could not be marked as read', marked.failure.kind)
  }

  return {
    notes,
    isUnsent: computed(() => sending.value > 0 || notes.value.some(({ draft }) => draft.trim() !== '')),
    came({ id, account_id, action, calculated_body, attachments }) {
      const text = calculated_body || attachedWords(attachments)
      // Messages with an action have a notification in the bell.
      if (!account_id || action || !text) return
      add(account_id, { id, text })
    },
    read(ids) {
      const gone = new Set(ids)
      const left = notes.peek().map((note) => ({
        ...note,
        messages: note.messages.filter(({ id }) => !gone.has(id)),
      }))
      // What is being written, or was just sent, stays.
      notes.value = left.filter(
        ({ messages, draft, reply }) => messages.length > 0 || reply.phase !== 'writing' || draft !== '',
      )
    },
    close,
    clear() {
      notes.value = []
    },
    send,
    setDraft,
  }
}
