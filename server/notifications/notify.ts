/**
 * Tells customers something: in the bell, and by mail, text or notice where they want it at once. Written in one transaction with what
 * goes out; the same news again is told no second time.
 */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import type { Contents } from '#server/deliveries/contents.ts'
import { type NewDelivery, queueDeliveries } from '#server/deliveries/queue.ts'
import type { Channel, NotificationType } from '#shared/contract/notifications.ts'
import { mailTypeOf, wantsNow } from '#shared/rules/notifications/preferences.ts'
import { sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'
import { type TellDeps, tellNotifications } from './tell-notifications.ts'
import { type Wishes, wishesOf } from './wishes.ts'

/** One thing that one customer is told. Its words may say only what this customer may know: of a hidden address, the town. */
export interface News {
  customerId: number
  type: NotificationType
  /** Names it among this customer's news, e.g. `match 4711`. */
  key: string
  title: string
  body?: string | null
  /** A path of the marketplace, where it can be seen. */
  url: string
  propertyId?: number | null
  /** What the link in a mail says. */
  label?: string
  /** Channels that are left out: the caller has something better there, or the news is not meant for them. */
  without?: readonly Channel[]
}

export interface NotifyDeps extends TellDeps {
  nowMs?: () => number
}

/** In a transaction of its own, then says it live. */
export async function notify(deps: NotifyDeps, news: readonly News[]): Promise<void> {
  if (news.length === 0) return
  const told = await deps.db.transaction().execute((trx) => writeNews(trx, news, deps))
  await tellNotifications(deps, told)
}

/**
 * In the caller's transaction. Resolves with the ids of what stands in somebody's bell now and did not before: `tellNotifications`
 * says them live after the commit; what nobody says is found and said within seconds.
 */
export async function writeNews(
  trx: Database,
  news: readonly News[],
  { nowMs = Date.now }: Pick<NotifyDeps, 'nowMs'> = {},
): Promise<number[]> {
  if (news.length === 0) return []
  const wishes = await wishesOf(
    trx,
    news.map(({ customerId }) => customerId),
  )
  const wanted = (one: News, channel: Channel): Wishes | null => {
    const of = wishes.get(one.customerId)
    if (!of || one.without?.includes(channel) || (channel === 'push' && of.devices === 0)) return null
    return wantsNow(of.preferences, one.type, channel) ? of : null
  }
  const ids = await insertNews(
    trx,
    news.filter((one) => wanted(one, 'in_app')),
  )
  const at = nowMs()
  const going = OUTWARD.flatMap((channel) =>
    news.flatMap((one): NewDelivery[] => {
      const of = wanted(one, channel)
      return of ? [deliveryOf(one, { channel, of, at })] : []
    }),
  )
  await queueDeliveries(trx, going)
  return ids
}

const OUTWARD = ['email', 'sms', 'push'] as const

interface Way {
  channel: (typeof OUTWARD)[number]
  of: Wishes
  at: number
}

function deliveryOf(one: News, { channel, of, at }: Way): NewDelivery {
  return {
    ...contentsOf(one, channel),
    key: `${channel} ${one.customerId} ${one.key}`,
    customerId: one.customerId,
    type: one.type,
    mailType: channel === 'email' ? mailTypeOf(one.type) : null,
    dueAtMs: sendAtMs(at, { type: one.type, channel, zone: of.zone, quiet: of.quiet }),
  }
}

function contentsOf(one: News, channel: Way['channel']): Contents {
  const { title, body = null, url, label = 'Open' } = one
  switch (channel) {
    case 'email': {
      const paragraphs = [body ?? `${title}.`]
      return { channel, content: { subject: title, paragraphs, button: { label, url } } }
    }
    case 'sms':
      return { channel, content: { text: `Plat: ${title}`, path: url } }
    case 'push':
      return { channel, content: { title, body, url } }
  }
}

/** By the unique index on customer and key. */
async function insertNews(trx: Database, news: readonly News[]): Promise<number[]> {
  if (news.length === 0) return []
  const rows = news.map((one) => ({
    ...{
      customer_id: one.customerId,
      type: one.type,
      key: one.key,
      title: one.title,
      body: one.body ?? null,
    },
    ...{ url: one.url, property_id: one.propertyId ?? null },
  }))
  const { rows: written } = await sql<{ id: number }>`
    insert into notifications (customer_id, type, key, title, body, url, property_id)
    select n.customer_id, n.type, n.key, n.title, n.body, n.url, p.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
      customer_id bigint, type text, key text, title text, body text, url text, property_id bigint)
    left join properties p on p.id = n.property_id
    on conflict (customer_id, key) do nothing returning id`.execute(trx)
  return written.map(({ id }) => id)
}
