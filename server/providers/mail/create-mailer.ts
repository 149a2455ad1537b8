/** The mail driver of the settings. */
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { Mailer, MailSettings } from './mailer.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

export function createMailer(settings: MailSettings, deps: PartsDeps): Mailer {
  return settings.driver === 'smtp' ? createSmtpMailer(settings) : createOutboxMailer(deps)
}
