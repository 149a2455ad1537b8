/** The text-message driver of the settings. */
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import { createHttpSms } from './http-sms.ts'
import { createOutboxSms } from './outbox-sms.ts'
import type { SmsSender, SmsSettings } from './sms-sender.ts'

export function createSmsSender(settings: SmsSettings, deps: PartsDeps): SmsSender {
  return settings.driver === 'http' ? createHttpSms(settings) : createOutboxSms(deps)
}
