/** A mail or text message of the outbox as its page shows it: the code to copy and the links to follow, found in its text. Pure. */
import type { Selectable } from 'kysely'
import type { OutboxTable } from '#server/core/database/account-tables.ts'

export interface Letter {
  id: number
  channel: 'mail' | 'sms'
  /** An e-mail address, or an E.164 number. */
  to: string
  /** Null for a text message. */
  subject: string | null
  text: string
  /** The six digits a person has to type somewhere; null when there are none. */
  code: string | null
  /** In the order they stand in the text, each once. */
  links: string[]
  sent_at: string
}

/** A link ends at white space, or before the punctuation of the sentence it stands in. */
const LINK = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g
const CODE = /(?<![\d-])\d{6}(?![\d-])/

export function letterOf(row: Selectable<OutboxTable>): Letter {
  const links = [...new Set(row.body_text.match(LINK) ?? [])]
  return {
    ...{ id: row.id, channel: row.channel, to: row.recipient, subject: row.subject, text: row.body_text },
    // Digits inside a link's token are no code.
    code: CODE.exec(row.body_text.replace(LINK, ' '))?.[0] ?? null,
    links,
    sent_at: new Date(row.created_at).toISOString(),
  }
}

/** What a person typed into the filter, as it stands in recipients: a number however it was written, or part of an address. */
export function recipientFilter(typed: string): string {
  const text = typed.trim().toLowerCase()
  return /[a-z@]/.test(text) ? text : text.replace(/\D/g, '')
}
