/** An owner closes the company, and owners cancel that: until `closes_at` it only does no business, and close-companies.ts deletes its data then. */
import { sql } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid, notFound, Refusal } from '#server/core/http/refusal.ts'
import { lockDeals, refreshDealsOf } from '#server/deals/list/bump-revision.ts'
import type { ClosingWire } from '#shared/contract/seller-closing.ts'
import { TAKEN_STATES } from '#shared/rules/offers/offer-graph.ts'
import { COMPANY_CLOSING_DAYS } from '#shared/rules/site/retention.ts'

const DAY_MS = 86_400_000

export interface Asking {
  /** In the database's clock. */
  nowMs: number
  ip: string
}

export async function closingWire(db: Database, accountId: number): Promise<ClosingWire> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  if (!row) throw notFound()
  return {
    closes_at: row.closes_at?.toISOString() ?? null,
    name: nameOfCompany(row),
    unsettled: await unsettledOf(db, accountId),
  }
}

/** Some have no title yet. */
export const nameOfCompany = ({ id, title }: { id: number; title: string }): string =>
  title.trim() || `Company ${id}`

/** By offers_account and open_houses_start. */
export async function unsettledOf(db: Database, accountId: number): Promise<ClosingWire['unsettled']> {
  const { rows } = await sql<{ taken: number; visits: number }>`select
    (select count(*)::int from offers where account_id = ${accountId} and state = any(${[...TAKEN_STATES]}::text[])) as taken,
    (select count(*)::int from open_houses h join properties p on p.id = h.property_id
      where p.account_id = ${accountId} and h.cancelled_at is null and h.ends_at > now()) as visits`.execute(
    db,
  )
  const { taken = 0, visits = 0 } = rows[0] ?? {}
  const unsettled: ClosingWire['unsettled'] = []
  if (taken > 0)
    unsettled.push({
      kind: 'offers',
      text: `${taken === 1 ? 'One offer is' : `${taken} offers are`} accepted or under contract. Close the deal, or release the buyer.`,
    })
  if (visits > 0)
    unsettled.push({
      kind: 'deals',
      text: `${visits === 1 ? 'One open house is' : `${visits} open houses are`} planned. Call ${visits === 1 ? 'it' : 'each'} off, so that visitors get notice.`,
    })
  return unsettled
}

/**
 * Resolves with false when it closes already. Rejects with 422 on `confirmation` for another name, and with 409 `unsettled`. Who accepts
 * an offer waits for the lock on deals, and then for a company that is open.
 */
export const askToClose = (
  db: Database,
  me: AccountPrincipal,
  { confirmation, nowMs, ip }: Asking & { confirmation: string },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await lockCompany(trx, me.accountId)
    if (row.closes_at) return false
    // By staff, after the call was let in: canceling would open it again.
    if (row.suspended_at) throw conflict('This company is suspended. Ask support.')
    if (confirmation.trim().toLowerCase() !== nameOfCompany(row).toLowerCase())
      throw invalid({ confirmation: ['Type the name of the company to confirm.'] })
    await lockDeals(trx)
    const unsettled = await unsettledOf(trx, me.accountId)
    if (unsettled.length > 0)
      throw new Refusal(409, { message: unsettled.map(({ text }) => text).join(' '), code: 'unsettled' })
    const closes_at = new Date(nowMs + COMPANY_CLOSING_DAYS * DAY_MS)
    await trx
      .updateTable('accounts')
      .set({ suspended_at: new Date(nowMs), closes_at })
      .where('id', '=', me.accountId)
      .execute()
    await cancelBlasts(trx, me.accountId, nowMs)
    await refreshDealsOf(trx, me.accountId)
    await writeAudit(trx, {
      ...by(me, ip),
      action: 'account.close',
      after: { closes_at: closes_at.toISOString() },
    })
    return true
  })

/** Resolves with false when nobody closes it. Rejects with 409 once its time has come. */
export const keepCompany = (db: Database, me: AccountPrincipal, { nowMs, ip }: Asking): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const row = await lockCompany(trx, me.accountId)
    if (!row.closes_at) return false
    if (row.closes_at.getTime() <= nowMs)
      throw conflict('The time to cancel is over. The data of the company is being deleted.')
    await trx
      .updateTable('accounts')
      .set({ suspended_at: null, closes_at: null })
      .where('id', '=', me.accountId)
      .execute()
    await refreshDealsOf(trx, me.accountId)
    await writeAudit(trx, { ...by(me, ip), action: 'account.keep' })
    return true
  })

const by = ({ memberId, accountId }: AccountPrincipal, ip: string) =>
  ({ actor: { kind: 'member', id: memberId }, subject: { kind: 'account', id: accountId }, ip }) as const

async function lockCompany(trx: Database, accountId: number) {
  const row = await trx
    .selectFrom('accounts')
    .select(['id', 'title', 'closes_at', 'suspended_at'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Who has a copy keeps it. By campaigns_account and campaign_recipients_waiting. */
async function cancelBlasts(trx: Database, accountId: number, nowMs: number): Promise<void> {
  const rows = await trx
    .updateTable('campaigns')
    .set({ state: 'cancelled', found_up_to: null, finished_at: new Date(nowMs) })
    .where('account_id', '=', accountId)
    .where('state', 'in', ['scheduled', 'sending'])
    .returning('id')
    .execute()
  if (rows.length === 0) return
  await trx
    .updateTable('campaign_recipients')
    .set({ state: 'left_out', reason: 'cancelled' })
    .where(
      'campaign_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .execute()
}
