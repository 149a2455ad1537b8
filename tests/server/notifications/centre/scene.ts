/** A customer who can be told something, with a clock of their own for what goes out. */

import { type NotificationDraft, notify } from '#server/notifications/centre/notify.ts'
import { deliveriesDueSince } from '#server/notifications/deliveries/claim.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import type { Mail } from '#server/providers/mail/mailer.ts'
import { links } from '#shared/contract/pages.ts'
import { sentTo } from '#tests/support/outbox.ts'
import type { Person, TestServer } from '#tests/support/server.ts'
import { AGREED_TO_TEXTS } from '#tests/support/text-consents.ts'

/** Ten in the morning in Chicago, on a day without a change of clocks. */
export const TEN_AM = Date.parse('2026-06-10T15:00:00.000Z')
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** A mail server that is down until it is said to be up. */
export function createMailServer(server: TestServer) {
  const taken: Mail[] = []
  const line = { isUp: false }
  const mailer = {
    async send(mail: Mail) {
      if (!line.isUp) throw new Error('The mail server did not take the mail (ECONNREFUSED)')
      taken.push(mail)
    },
    close: async () => {},
  }
  return { taken, line, parts: { ...server.parts, mailer } }
}

export function notificationScene(server: TestServer) {
  const { db } = server.database
  const clock = { nowMs: TEN_AM }
  const live = { broadcaster: server.broadcaster, prefix: 'App', db }
  const deps = { ...live, site: { origin: 'https://plat.test' }, nowMs: () => clock.nowMs }
  const call = async (who: Person, method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
    server.call(method, `/customer/api/auth${path}`, { token: who.token, ...(body ? { body } : {}) })
  let made = 0
  return {
    clock,
    deps,
    call,
    db,
    /** To people whose address is theirs. */
    async tell(...news: NotificationDraft[]): Promise<void> {
      const ids = news.map(({ customerId }) => customerId)
      const theirs = { email_confirmed_at: new Date(0) }
      await db.updateTable('customers').set(theirs).where('id', 'in', ids).execute()
      await notify(deps, news)
    },
    /** Something to tell this person; each a new one unless it has a key. */
    news: (who: { id: number }, more: Partial<NotificationDraft> = {}): NotificationDraft => ({
      customerId: who.id,
      type: 'price_drop',
      key: `news ${++made}`,
      title: 'It costs less',
      url: links.forYou(),
      ...more,
    }),
    /** As the rule of the clock does it. */
    deliver: async (more: Partial<Parameters<typeof deliverDue>[0]> = {}) =>
      (await deliveriesDueSince(db, clock.nowMs)) === null
        ? 0
        : deliverDue({
            ...deps,
            parts: server.parts,
            secret: 'a secret for tests only',
            log: server.app.log,
            ...more,
          }),
    mails: async (who: Person) => sentTo(server, 'mail', who.email),
    texts: (number: string) => sentTo(server, 'sms', number),
    list: async (who: Person, query = '') => (await call(who, 'GET', `/notifications${query}`)).body,
    set: (who: Person, body: unknown) => call(who, 'PUT', '/notification-preferences', body),
    addNumber: (who: Person, phone: string) =>
      db
        .insertInto('customer_phones')
        .values({
          customer_id: who.id,
          phone,
          is_default: true,
          confirmed_at: new Date(0),
          ...AGREED_TO_TEXTS,
        })
        .execute(),
    states: async (who: Person) =>
      (
        await db
          .selectFrom('deliveries')
          .select(['channel', 'state', 'note', 'tries', 'due_at'])
          .where('customer_id', '=', who.id)
          .orderBy('id')
          .execute()
      ).map(({ due_at, ...row }) => ({ ...row, due: due_at.toISOString() })),
  }
}

/** On May 1, 2099, from 10 AM to noon in Chicago. */
export async function addOpenHouse({ database: { db } }: TestServer, propertyId: number): Promise<number> {
  const { id } = await db
    .insertInto('open_houses')
    .values({
      property_id: propertyId,
      starts_at: new Date('2099-05-01T15:00:00Z'),
      ends_at: new Date('2099-05-01T17:00:00Z'),
      time_zone: 'America/Chicago',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
