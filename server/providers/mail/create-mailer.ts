/** The mail driver of the settings. */
import { installationOf } from '#server/core/http/site.ts'
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { Mailer, MailSettings } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { unsubscribeHeaders } from './unsubscribe-headers.ts'

export function createMailer(settings: MailSettings, deps: PartsDeps): Mailer {
  return settings.driver === 'smtp' ? createSmtpMailer(settings, deps.site) : createOutboxMailer(deps)
}

/**
 * Keeps mails in the outbox table and sends nothing: for the demo world, and until a mail server is configured.
 */
function createOutboxMailer({ db, site }: Pick<PartsDeps, 'db' | 'site'>): Mailer {
  return {
    async send(mail) {
      const { sender_name: name, sender_address: address } = await installationOf(site)
      await db
        .insertInto('outbox')
        .values({
          channel: 'mail',
          recipient: mail.to,
          subject: mail.subject,
          body_text: mail.text,
          body_html: mail.html,
          key: mail.key ?? null,
          headers: JSON.stringify({
            ...unsubscribeHeaders(mail),
            ...(name !== null || address !== null ? { From: `${name ?? ''} <${address ?? ''}>` } : {}),
            ...(mail.replyTo ? { 'Reply-To': mail.replyTo } : {}),
          }),
        })
        .onConflict((clash) => clash.column('key').doNothing())
        .execute()
    },
    close: async () => {},
  }
}
