/**
 * Mails about offers: to the buyer whose offer was accepted, with the way to its confirmation, and to whose time to answer runs out.
 * Queued in the transaction of what they are about, so that none is lost and none is sent twice.
 */
import type { Database } from '#server/core/database/open.ts'
import type { MailContents } from '#server/notifications/deliveries/contents.ts'
import { queueDeliveries } from '#server/notifications/deliveries/queue.ts'
import { links } from '#shared/contract/pages.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'
import {
  placeOf,
  priceOf,
  untilOf,
  writeExpiringNotification,
  writeSellerReminder,
} from './offer-notifications.ts'
import type { OfferRow } from './offer-row.ts'

/** The link leads to a page with a button: programs that look at mails open links, and must not confirm anything. */
export async function queueAccepted(trx: Database, offer: OfferRow, nowMs: number): Promise<void> {
  await queue(trx, await buyerOf(trx, offer.customer_id), {
    key: `accepted ${offer.id} ${offer.version}`,
    type: 'offer',
    nowMs,
    contents: {
      subject: `Your offer was accepted: ${placeOf(offer)}`,
      paragraphs: [
        `Your offer of ${priceOf(offer)} on ${placeOf(offer)} was accepted. Confirm it ${untilOf(offer)}; it is binding then.`,
      ],
      button: { label: 'Review and confirm', url: links.confirmOffer(offer.id) },
    },
  })
}

/** To whose answer is waited for. */
export async function queueReminder(trx: Database, offer: OfferRow, nowMs: number): Promise<void> {
  if (turnOf(offer.state) !== 'buyer') return writeSellerReminder(trx, offer)
  await writeExpiringNotification(trx, offer)
  await queue(trx, await buyerOf(trx, offer.customer_id), {
    key: `reminder ${offer.id} ${offer.version}`,
    type: 'offer_expiring',
    nowMs,
    contents: {
      subject: `An offer is waiting for your answer: ${placeOf(offer)}`,
      paragraphs: [`The offer of ${priceOf(offer)} on ${placeOf(offer)} waits for you ${untilOf(offer)}.`],
      button: { label: 'View the offer', url: links.offer(offer.id) },
    },
  })
}

interface Recipient {
  customerId: number
  email: string
  name: string
}

interface Queued {
  key: string
  type: 'offer' | 'offer_expiring'
  contents: MailContents
  nowMs: number
}

async function queue(
  trx: Database,
  { customerId, email, name }: Recipient,
  { key, type, contents, nowMs }: Queued,
): Promise<void> {
  await queueDeliveries(trx, [
    {
      channel: 'email',
      type,
      customerId,
      recipient: email,
      dueAtMs: nowMs,
      key: `${key} ${email}`,
      content: { greeting: `Hello ${name},`, ...contents },
    },
  ])
}

/** By primary key. */
async function buyerOf(db: Database, id: number): Promise<Recipient> {
  const of = db.selectFrom('customers').select(['email', 'name']).where('id', '=', id)
  return { customerId: id, ...(await of.executeTakeFirstOrThrow()) }
}
