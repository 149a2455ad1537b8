/** What the server needs of a text-message service. */

export interface TextMessage {
  /** E.164. */
  to: string
  body: string
  /** Of a text that may be handed over twice: where it is known again, it comes once. */
  key?: string
}

export interface SmsSender {
  /** Resolves when the message was handed over. Rejects with an `Error` whose message names no number and no content. */
  send(message: TextMessage): Promise<void>
  /** Whether the Authorization header of a call about a reply is this provider's. Nobody's where none sends any. */
  isProvider(authorization: string | undefined): boolean
}

export type SmsSettings =
  /** Kept in the database's outbox table and sent nowhere. */
  | { driver: 'outbox' }
  /** POSTs `{to, from, body}` as JSON with a bearer token; replies come to `/webhooks/sms` as `{from, body}` with the same one. */
  | { driver: 'http'; url: string; token: string; from: string }
