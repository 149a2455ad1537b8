/** Reads what the embedded mail and text-message parts "sent". */
import type { TestServer } from './server.ts'

export interface Sent {
  recipient: string
  subject: string | null
  body_text: string
  headers: Record<string, string>
}

/** Oldest first. */
export const sentTo = (
  { database }: Pick<TestServer, 'database'>,
  channel: 'mail' | 'sms',
  recipient: string,
): Promise<Sent[]> =>
  database.db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'body_text', 'headers'])
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()

/** The six digits of the last text or mail. */
export async function lastCode(
  server: Pick<TestServer, 'database'>,
  channel: 'mail' | 'sms',
  recipient: string,
): Promise<string> {
  const last = (await sentTo(server, channel, recipient)).at(-1)
  const code = /\b\d{6}\b/.exec(last?.body_text ?? '')?.[0]
  if (!code) throw new Error(`No code was sent to ${recipient}.`)
  return code
}

/** Another code than this one. */
export const notThis = (code: string): string => (code === '000000' ? '000001' : '000000')
