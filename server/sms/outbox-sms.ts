/** Keeps text messages in the outbox table and sends nothing. */
import type { PartsDeps } from '#server/parts.ts'
import type { SmsSender } from './sms-sender.ts'

export function createOutboxSms({ db }: Pick<PartsDeps, 'db'>): SmsSender {
  return {
    async send({ to, body }) {
      await db.insertInto('outbox').values({ channel: 'sms', recipient: to, body_text: body }).execute()
    },
    isProvider: () => false,
  }
}
