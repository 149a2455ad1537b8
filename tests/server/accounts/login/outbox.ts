/** Reads what the embedded parts "sent" on a test server. */
import { vi } from 'vitest'
import type { TestServer } from '#tests/support/server.ts'

export interface SentMail {
  subject: string
  text: string
  /** The six digits, or empty. */
  code: string
  /** The token of the link, or empty. */
  token: string
}

/** All mails to an address so far, oldest first. */
export async function mailsTo(server: TestServer, to: string): Promise<SentMail[]> {
  const rows = await server.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('channel', '=', 'mail')
    .where('recipient', '=', to)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    subject: row.subject ?? '',
    text: row.body_text,
    code: /^Code: (\d{6})$/m.exec(row.body_text)?.[1] ?? '',
    token: /(?:auth_token=|reset-password\/)([\w-]+)/.exec(row.body_text)?.[1] ?? '',
  }))
}

/** The newest mail once there are `count`: mails go out after the answer. */
export function mailTo(server: TestServer, to: string, count = 1): Promise<SentMail> {
  return vi.waitFor(
    async () => {
      const mails = await mailsTo(server, to)
      const last = mails.at(-1)
      if (!last || mails.length < count) throw new Error(`${mails.length} of ${count} mails so far`)
      return last
    },
    { timeout: 5000, interval: 10 },
  )
}
