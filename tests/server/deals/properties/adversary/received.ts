/** Letters as they arrive: handed to mail servers, text-message services, devices and webhooks, kept in the bell, or in a calendar. */
import type { Database } from '#server/core/database/open.ts'
import type { notifyMatches } from '#server/matching/matches/notify-matches.ts'
import { deliverCalls } from '#server/matching/webhooks/deliver-calls.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Buyer } from '../../../offers/offers/scene.ts'
import { SECRET } from './world.ts'

/** Mornings on which the first account's matches come. */
export const MORNINGS = 5
export const DAY_MS = 86_400_000
export const SITE = { origin: 'https://plat.example' }
export type Telling = Parameters<typeof notifyMatches>[0]

export interface Letter {
  way: 'mail' | 'text' | 'device' | 'bell' | 'webhook' | 'queued' | 'calendar'
  text: string
}

/** Eleven in Chicago, when nobody has to be quiet. */
export const morning = (days: number): number =>
  (Math.floor(Date.now() / DAY_MS) + 2 + days) * DAY_MS + 17 * 3_600_000

/** As mail servers, text-message services, devices and receivers of webhooks get it. */
export async function handOver(server: TestServer, { db, broadcaster, prefix }: Telling): Promise<Letter[]> {
  const sent: Letter[] = []
  const hear = (way: Letter['way'], text: unknown) => void sent.push({ way, text: plain(text) })
  const mailer = {
    send: async ({ to: _to, key: _key, ...mail }: { to: string; key?: string }) => hear('mail', mail),
    close: async () => {},
  }
  const sms = { ...server.parts.sms, send: async ({ body }: { body: string }) => hear('text', body) }
  const push = {
    ...server.parts.push,
    async send(_device: unknown, { payload }: { payload: string }) {
      const { tag: _tag, ...notice } = JSON.parse(payload)
      hear('device', notice)
      return true
    },
  }
  const caller = {
    problemOf: () => null,
    async call({ body }: { body: string | Uint8Array }) {
      hear('webhook', String(body))
      return 200
    },
  }
  const telling = { db, broadcaster, prefix, site: SITE, log: server.app.log }
  await deliverCalls({ ...telling, caller, nowMs: () => Date.now() + 1000 })
  await deliverDue({
    ...telling,
    parts: { ...server.parts, mailer, sms, push },
    secret: SECRET,
    nowMs: () => morning(MORNINGS),
  })
  return sent
}

/** What stands in the bell; and what waits or was held back, because one gets only so many texts a day. */
export async function kept(db: Database): Promise<Letter[]> {
  const bell = await db
    .selectFrom('notifications')
    .select(['customer_id', 'type', 'title', 'body', 'url', 'property_id'])
    .execute()
  const queued = await db
    .selectFrom('deliveries')
    .select(['channel', 'customer_id', 'type', 'content'])
    .execute()
  return [
    ...bell.map((row): Letter => ({ way: 'bell', text: plain(row) })),
    ...queued.map((row): Letter => ({ way: 'queued', text: plain(row) })),
  ]
}

/** Of this and of where the deal is shown a visit's file for calendars is made. */
export async function calendar(ivy: Buyer): Promise<Letter[]> {
  const { body } = await ivy.get('/open-house-registration')
  return body.data.map((row: unknown): Letter => ({ way: 'calendar', text: plain(row) }))
}

/** Without what differs from one mail to the next whatever it says: keys of links, numbers of offers, passed times. */
const plain = (said: unknown): string =>
  (typeof said === 'string' ? said : JSON.stringify(said))
    .replace(/\/b\/[\w-]{16}/g, '/b/KEY')
    .replace(/unsubscribe[/=#?][\w.~=%&-]+/g, 'unsubscribe/KEY')
    .replace(/\/offers?\/\d+/g, '/offer/1')
    .replace(/offer=\d+|offers.all.\d+/g, 'offer=1')
    .replace(/"cancelled_at":"[^"]*"/g, '"cancelled_at":"x"')
