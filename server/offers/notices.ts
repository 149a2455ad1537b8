/**
 * Mails about offers: to the buyer whose offer was accepted, with the way to its confirmation, and to whose time to answer runs out.
 * Queued in the transaction of what they are about, so that none is lost and none is sent twice.
 */
import type { Database } from '#server/database/open.ts'
import type { MailContents } from '#server/deliveries/contents.ts'
import { queueDeliveries } from '#server/deliveries/queue.ts'
import { formatUsd } from '#shared/format/money.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'
import type { OfferRow } from './offer-row.ts'
import { usdOf } from './tell.ts'

/** The link leads to a page with a button: programs that look at mails open links, and must not confirm anything. */
export async function queueAccepted(trx: Database, offer: OfferRow, nowMs: number): Promise<void> {
  await queue(trx, [await buyerOf(trx, offer.customer_id)], {
    ...{ key: `accepted ${offer.id} ${offer.version}`, type: 'offer', nowMs },
    contents: {
      subject: `Your offer was accepted: ${placeOf(offer)}`,
      paragraphs: [
        `Your offer of ${priceOf(offer)} on ${placeOf(offer)} was accepted. Confirm it ${untilOf(offer)}; it is binding then.`,
      ],
      button: { label: 'Look at it and confirm', url: `/offer/${offer.id}/confirm` },
    },
  })
}

export async function queueReminder(trx: Database, offer: OfferRow, nowMs: number): Promise<void> {
  const isBuyers = turnOf(offer.state) === 'buyer'
  const people = isBuyers ? [await buyerOf(trx, offer.customer_id)] : await sellersOf(trx, offer.account_id)
  await queue(trx, people, {
    ...{ key: `reminder ${offer.id} ${offer.version}`, type: 'offer_expiring', nowMs },
    contents: {
      subject: `An offer waits for your answer: ${placeOf(offer)}`,
      paragraphs: [`The offer of ${priceOf(offer)} on ${placeOf(offer)} waits for you ${untilOf(offer)}.`],
      button: { label: 'Look at the offer', url: isBuyers ? `/profile/offers/${offer.id}` : '/desk/' },
    },
  })
}

interface Recipient {
  /** Null for a seller. */
  customerId: number | null
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
  people: readonly Recipient[],
  { key, type, contents, nowMs }: Queued,
): Promise<void> {
  await queueDeliveries(
    trx,
    people.map(({ customerId, email, name }) => ({
      ...{ channel: 'email', type, customerId, recipient: email, dueAtMs: nowMs },
      ...{ key: `${key} ${email}`, content: { greeting: `Hello ${name},`, ...contents } },
    })),
  )
}

const placeOf = ({ snapshot, property_id }: OfferRow) => snapshot?.address ?? `deal ${property_id}`
const priceOf = ({ price_cents }: OfferRow) => formatUsd(usdOf(price_cents) ?? 0)
const untilOf = ({ expires_at }: OfferRow) =>
  expires_at === null
    ? 'soon'
    : `until ${expires_at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** By primary key. */
async function buyerOf(db: Database, id: number): Promise<Recipient> {
  const of = db.selectFrom('customers').select(['email', 'name']).where('id', '=', id)
  return { customerId: id, ...(await of.executeTakeFirstOrThrow()) }
}

/** By account_members_account. */
async function sellersOf(db: Database, accountId: number): Promise<Recipient[]> {
  const members = db.selectFrom('account_members').select(['email', 'name'])
  const rows = await members.where('account_id', '=', accountId).execute()
  return rows.map((row) => ({ customerId: null, ...row }))
}
