/** Hands mails to an SMTP server through nodemailer, over a few kept connections. */
import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import addressParser from 'nodemailer/lib/addressparser'
import { installationOf, type Site } from '#server/core/http/site.ts'
import type { Installation } from '#shared/contract/installation.ts'
import type { Mailer, MailSettings } from './mailer.ts'
import { unsubscribeHeaders } from './unsubscribe-headers.ts'

/** A server that keeps silent for this long has failed. */
const CONNECT_TIMEOUT_MS = 5000
const SILENCE_TIMEOUT_MS = 10_000
const CONNECTIONS = 3

/** `from` of the settings, where staff have not set another sender at the console. */
export function createSmtpMailer(
  { url, from }: Extract<MailSettings, { driver: 'smtp' }>,
  site: Site,
): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // Texts are ours, but a file or an address in them must never be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const { to, subject, text, html, replyTo } = mail
      const sender = senderOf(from, await installationOf(site))
      try {
        await transport.sendMail({
          from: sender,
          to,
          subject,
          text,
          html,
          ...(replyTo ? { replyTo } : {}),
          headers: unsubscribeHeaders(mail),
          ...named(mail.key, sender.address),
        })
      } catch (error) {
        throw new Error(`The mail server did not take the mail (${reasonOf(error)})`)
      }
    },
    close: async () => transport.close(),
  }
}

/** Each part for itself: a name that is set keeps the environment's address. */
function senderOf(from: string, { sender_name: name, sender_address: address }: Installation) {
  const [preset] = addressParser(from)
  return { name: name ?? preset?.name ?? '', address: address ?? preset?.address ?? from }
}

/** The same name each time, by which mail programs and servers know a mail that comes twice. */
function named(key: string | undefined, from: string): { messageId?: string } {
  if (key === undefined) return {}
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return { messageId: `<${createHash('sha256').update(key).digest('hex')}@${host}>` }
}

/** Codes only: the server's own words often repeat the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'no reason given'
}

/** Connects and logs in, without a mail. Rejects with what the server answered. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: CONNECT_TIMEOUT_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
