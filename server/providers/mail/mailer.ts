/** What the server needs of a mail service. Drivers stand beside this file; who writes which mail is the affair of its room. */
import type { MailType } from '#shared/contract/subscriptions.ts'

export interface Mail {
  to: string
  subject: string
  /** The plain text; the HTML says the same. Links are absolute. */
  text: string
  html: string
  /** Of a mail that may be handed over twice: where it is known again, it comes once. */
  key?: string
  /** Where an answer goes; without it to the sender. */
  replyTo?: string
  /** Only of what may be unsubscribed from: where, for the List-Unsubscribe headers (RFC 8058). */
  unsubscribe?: { type: MailType; url: string }
}

export interface Mailer {
  /** Resolves when the mail was handed over. Rejects with an `Error` whose message names no address and no content. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

export type MailSettings =
  /** Kept in the database's outbox table and sent nowhere. */
  | { driver: 'outbox' }
  /** `smtp://user:password@host:587` or `smtps://…`. */
  | { driver: 'smtp'; url: string; from: string }
