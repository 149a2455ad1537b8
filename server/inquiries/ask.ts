/**
 * Asking about a deal: a hidden address or a question (spec sections 7 and 8). What is asked is also a message in the thread
 * with the deal's account; a conversation opens with it (checklist MSG-08).
 */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { dayOf } from '#server/funds/proof-details.ts'
import { hasProof } from '#server/funds/proofs.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import {
  type Inserted,
  insertMessageIn,
  type NewMessage,
  openConversation,
} from '#server/messenger/insert-message.ts'
import { ADDRESS_REQUEST_REPEATED, type QuotaWire, type RequestState } from '#shared/contract/inquiries.ts'
import { type QuotaLimits, quotaOf } from './quota.ts'

export interface Ask {
  customerId: number
  propertyId: number
  message: string | null
}

export interface Asked {
  requestId: number
  message: NewMessage
  written: Inserted
}

/**
 * Each request is counted and written under a lock on the customer, so that calls at once cannot pass the limit. Rejects with
 * 422 when it was asked before or the deal is not listed, with 429 over the limit.
 */
export function askForAddress(db: Database, ask: Ask, limits: QuotaLimits): Promise<Asked> {
  return db.transaction().execute(async (trx) => {
    const customer = await lockAsker(trx, ask.customerId)
    const deal = await listedDeal(trx, ask.propertyId)
    await refuseRepeated(trx, ask)
    refuseOverLimit(await quotaOf(trx, customer, { limits, nowMs: Date.now() }))
    const hasFunds = await hasProof(trx, customer.id, dayOf(Date.now()))
    const state = stateAtOnce(deal.address_rule, { ...customer, hasFunds })
    return write(trx, { ...ask, accountId: deal.account_id, type: 'address_request', state })
  })
}

/** Rejects with 422 when the deal is not listed. */
export function askQuestion(db: Database, ask: Ask): Promise<Asked> {
  return db.transaction().execute(async (trx) => {
    const deal = await listedDeal(trx, ask.propertyId)
    return write(trx, { ...ask, accountId: deal.account_id, type: 'inquiry', state: null })
  })
}

/** Who gets the address without a person deciding (checklist FAV-28). */
export function stateAtOnce(
  rule: 'everyone' | 'id_verified' | 'proof_of_funds' | 'manual',
  customer: { isVerified: boolean; hasFunds: boolean },
): RequestState {
  switch (rule) {
    case 'everyone':
      return 'granted'
    case 'id_verified':
      return customer.isVerified ? 'granted' : 'pending'
    case 'proof_of_funds':
      return customer.hasFunds ? 'granted' : 'pending'
    case 'manual':
      return 'pending'
  }
}

/** Not `for update`: a message that is being written holds a share of the customer's key and waits for the chat, as we will. */
async function lockAsker(trx: Database, id: number): Promise<{ id: number; isVerified: boolean }> {
  const row = await trx
    .selectFrom('customers')
    .select(['id', 'idv_status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { id: row.id, isVerified: row.idv_status === 'success' }
}

/** By primary key. */
async function listedDeal(trx: Database, id: number) {
  const deal = await trx
    .selectFrom('properties')
    .select(['account_id', 'address_rule'])
    .where('id', '=', id)
    .where('listing', '=', 'listed')
    .executeTakeFirst()
  if (!deal) throw invalid({ property_id: ['This deal is not listed any more.'] })
  return deal
}

/** By inquiries_one_request. */
async function refuseRepeated(trx: Database, { customerId, propertyId }: Ask): Promise<void> {
  const earlier = await trx
    .selectFrom('inquiries')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('property_id', '=', propertyId)
    .where('type', '=', 'address_request')
    .executeTakeFirst()
  if (earlier) throw new Refusal(422, { message: ADDRESS_REQUEST_REPEATED, code: 'already_requested' })
}

function refuseOverLimit(quota: QuotaWire): void {
  if (quota.left > 0) return
  const waitMs = Date.parse(quota.resets_at) - Date.now()
  const message = `You have reached your limit of ${quota.limit} address requests a day.`
  throw new Refusal(429, { message, code: 'daily_limit' }, Math.max(1, Math.ceil(waitMs / 1000)))
}

interface Wanted extends Ask {
  accountId: number
  type: 'address_request' | 'inquiry'
  state: RequestState | null
}

async function write(trx: Parameters<typeof insertMessageIn>[0], wanted: Wanted): Promise<Asked> {
  const { customerId, propertyId, accountId, type, state } = wanted
  const { id } = await trx
    .insertInto('inquiries')
    .values({
      customer_id: customerId,
      property_id: propertyId,
      account_id: accountId,
      type,
      state,
      message: wanted.message,
      decided_at: state === 'granted' ? sql<Date>`clock_timestamp()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openConversation(trx, { customerId, accountId })
  const message: NewMessage = {
    ...{ customerId, accountId, propertyId, inquiryId: id },
    ...{ type: 'inbound', action: type, body: wanted.message },
  }
  return { requestId: id, message, written: await insertMessageIn(trx, message) }
}
