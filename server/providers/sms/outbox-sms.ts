/** Keeps text messages in the outbox table and sends nothing. */
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { SmsSender } from './sms-sender.ts'

export function createOutboxSms({ db }: Pick<PartsDeps, 'db'>): SmsSender {
  return {
    async send({ to, body, key }) {
      await db
        .insertInto('outbox')
        .values({ channel: 'sms', recipient: to, body_text: body, key: key ?? null })
        .onConflict((clash) => clash.column('key').doNothing())
        .execute()
    },
    isProvider: () => false,
  }
}
