/** Mails about offers: to the buyer whose offer was accepted, with the way to its confirmation, and to whose time to answer runs out. */
import { type Letter, letter } from '#server/account/letter.ts'
import type { Database } from '#server/database/open.ts'
import { type MailNowDeps, mailNow } from '#server/deliveries/mail-now.ts'
import { queueDeliveries } from '#server/deliveries/queue.ts'
import type { Site } from '#server/http/site.ts'
import { formatUsd } from '#shared/format/money.ts'
import { turnOf } from '#shared/rules/offers/offer-graph.ts'
import type { OfferRow } from './offer-row.ts'
import { usdOf } from './tell.ts'

export interface NoticeDeps extends MailNowDeps {
  site: Site
}

/** The link leads to a page with a button: programs that look at mails open links, and must not confirm anything. */
export async function mailAccepted(deps: NoticeDeps, offer: OfferRow): Promise<void> {
  const buyer = await buyerOf(deps.db, offer.customer_id)
  await mail(deps, buyer, {
    subject: `Your offer was accepted: ${placeOf(offer)}`,
    paragraphs: [
      `Your offer of ${priceOf(offer)} on ${placeOf(offer)} was accepted. Confirm it ${untilOf(offer)}; it is binding then.`,
    ],
    button: { label: 'Look at it and confirm', url: `${deps.site.origin}/offer/${offer.id}/confirm` },
  })
}

/** In the transaction that writes down that it was reminded of: so it is neither lost nor sent twice. */
export async function queueReminder(trx: Database, offer: OfferRow, nowMs: number): Promise<void> {
  const isBuyers = turnOf(offer.state) === 'buyer'
  const people = isBuyers ? [await buyerOf(trx, offer.customer_id)] : await sellersOf(trx, offer.account_id)
  const url = isBuyers ? `/profile/offers/${offer.id}` : '/desk/'
  await queueDeliveries(
    trx,
    people.map(({ customerId, email, name }) => ({
      ...{ channel: 'email', type: 'offer_expiring', customerId, recipient: email, dueAtMs: nowMs },
      key: `reminder ${offer.id} ${offer.version} ${email}`,
      content: {
        greeting: `Hello ${name},`,
        subject: `An offer waits for your answer: ${placeOf(offer)}`,
        paragraphs: [`The offer of ${priceOf(offer)} on ${placeOf(offer)} waits for you ${untilOf(offer)}.`],
        button: { label: 'Look at the offer', url },
      },
    })),
  )
}

interface Recipient {
  /** Null for a seller. */
  customerId: number | null
  email: string
  name: string
}

const mail = (
  deps: NoticeDeps,
  { customerId, email, name }: Recipient,
  contents: Omit<Letter, 'greeting'>,
): Promise<void> => {
  const written = letter({ ...contents, greeting: `Hello ${name},` })
  return mailNow(deps, { ...written, to: email, type: 'offer', customerId })
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
