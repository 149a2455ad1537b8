/**
 * Hands a mail of service over at once. What the mail server does not take just then waits in the queue under the same key, so that a
 * server that is down for an hour costs time and no mail.
 */
import { randomUUID } from 'node:crypto'
import { nowMsOf } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Mail, Mailer } from '#server/providers/mail/mailer.ts'
import { DELIVERY_RETRY_MS } from '#shared/contract/notification-limits.ts'
import type { NotificationType } from '#shared/contract/notifications.ts'
import { queueDeliveries } from './queue.ts'

export interface MailNowDeps {
  db: Database
  parts: { readonly mailer: Pick<Mailer, 'send'> }
}

export interface ServiceMail extends Pick<Mail, 'to' | 'subject' | 'text' | 'html'> {
  type: NotificationType
  /** Whose trouble it is shown as while it waits; null for sellers, and for who has no account any more. */
  customerId: number | null
}

/** Never rejects because of the mail server. Not for codes: who waits for one has to hear that it did not go. */
export async function mailNow({ db, parts }: MailNowDeps, mail: ServiceMail): Promise<void> {
  const { to, subject, text, html, type, customerId } = mail
  const written = { subject, text, html }
  const key = `mail ${randomUUID()}`
  try {
    await parts.mailer.send({ to, ...written, key })
  } catch {
    const dueAtMs = (await nowMsOf(db)) + DELIVERY_RETRY_MS
    await queueDeliveries(db, [
      { key, channel: 'email', content: { written }, customerId, recipient: to, type, dueAtMs },
    ])
  }
}
