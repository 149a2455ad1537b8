/** What binds a customer to the marketplace, asked before something is taken away for good. */
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import { formatCents } from '#shared/format/money.ts'
import { ACTIVE_STATES, TAKEN_STATES } from '#shared/rules/offers/offer-graph.ts'
import { countActiveOffers } from './active-offers.ts'

interface Open {
  active_offers: number
  taken_offers: number
  /** Payments that wait for the customer at the bank, and those that wait for the card provider. */
  at_bank_cents: number
  under_way_cents: number
  deposit_cents: number
  is_deposit_paid: boolean
  is_forfeit_proposed: boolean
}

/**
 * What must be settled before the account can be deleted, each with what to do; empty if nothing is open. One statement,
 * so that money on its way from one place to another is seen in one of them. What is in the wallet is no obstacle: it is paid out. By
 * offers_customer, payments_customer and deposits_one_open.
 */
export async function openCommitments(db: Database, customerId: number): Promise<string[]> {
  const { rows } = await sql<Open>`
    select
      (select count(*)::int from offers where customer_id = ${customerId} and state = any(${[...ACTIVE_STATES]}::text[])) as active_offers,
      (select count(*)::int from offers where customer_id = ${customerId} and state = any(${[...TAKEN_STATES]}::text[])) as taken_offers,
      (select coalesce(sum(amount_cents), 0)::bigint from payments
        where customer_id = ${customerId} and state = 'requires_action') as at_bank_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from payments
        where customer_id = ${customerId} and state in ('started', 'pending')) as under_way_cents,
      coalesce(d.amount_cents, 0) as deposit_cents,
      coalesce(d.state <> 'pending', false) as is_deposit_paid,
      coalesce(d.forfeit_proposed_at is not null, false) as is_forfeit_proposed
    from (select) as one
    left join deposits d on d.customer_id = ${customerId} and d.state in ('pending', 'current', 'refund_requested')`.execute(
    db,
  )
  return rows.flatMap(wordsOf)
}

function wordsOf(open: Open): string[] {
  const words: string[] = []
  const { active_offers: active, taken_offers: taken } = open
  if (active > 0)
    words.push(
      `You have ${active === 1 ? '1 active offer' : `${active} active offers`}. ${offerWords(taken)}`,
    )
  if (open.at_bank_cents > 0)
    words.push(
      `Your payment of ${formatCents(open.at_bank_cents)} waits for your bank. Finish it in your wallet; if you do not, it is canceled within an hour.`,
    )
  if (open.under_way_cents > 0)
    words.push(
      `Your payment of ${formatCents(open.under_way_cents)} is in progress. Wait until it is finished.`,
    )
  if (open.is_deposit_paid) words.push(depositWords(open))
  return words
}

const offerWords = (taken: number): string =>
  taken > 0
    ? 'Close the deal, or ask the seller to release you.'
    : 'Withdraw it, or wait until the seller has answered.'

const depositWords = ({ deposit_cents: cents, is_forfeit_proposed: isProposed }: Open): string =>
  isProposed
    ? `A forfeit of your deposit of ${formatCents(cents)} was proposed. Wait until it is decided.`
    : `Your deposit of ${formatCents(cents)} is held. Request its refund.`

/** While offers are open the last phone cannot be removed. */
export const hasActiveOffers = async (db: Database, customerId: number): Promise<boolean> =>
  (await countActiveOffers(db, customerId)) > 0
