/**
 * Asking about a deal: a hidden address or a question (spec sections 7 and 8). What is asked is also a message in the thread
 * with the deal's account; a conversation opens with it (checklist MSG-08).
 */
import { sql, type Transaction } from 'kysely'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { nowMsOf } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { refuseOtherTerms } from '#server/core/http/idempotency.ts'
import { invalid, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { type Inserted, insertMessageIn, type NewMessage } from '#server/messaging/insert-message.ts'
import { dayOf } from '#server/offers/proof-of-funds/proof-details.ts'
import { countingProofs } from '#server/offers/proof-of-funds/proofs.ts'
import { ADDRESS_REQUEST_REPEATED, type QuotaWire, type RequestState } from '#shared/contract/inquiries.ts'
import { requestById } from './queries.ts'
import { DAY_MS, type QuotaLimits, quotaOf } from './quota.ts'
import { writeAskedNotification } from './request-notifications.ts'

export interface Ask {
  customerId: number
  propertyId: number
  message: string | null
  /** Of the call: with it, asking again is asking once. */
  key: string | null
}

export interface Asked {
  requestId: number
  /** Null when an earlier call with the same key asked this. */
  news: { message: NewMessage; written: Inserted } | null
}

/**
 * Each request is counted and written under a lock on the customer, so that calls at once cannot pass the limit. Rejects with
 * 422 when it was asked before or the deal is not listed, with 429 over the limit, with 409 when the key was used for another.
 */
export function askForAddress(db: Database, ask: Ask, limits: QuotaLimits): Promise<Asked> {
  return askOnce(db, { ...ask, type: 'address_request' }, async (trx, customer) => {
    const deal = await listedDeal(trx, ask.propertyId)
    await refuseRepeated(trx, ask)
    const nowMs = await nowMsOf(trx)
    refuseOverLimit(await quotaOf(trx, customer, { limits, nowMs }), nowMs)
    const counted = { customerId: customer.id, rule: deal.proof_rule, today: dayOf(nowMs) }
    const hasFunds = (await countingProofs(trx, counted)).length > 0
    return { accountId: deal.account_id, state: stateAtOnce(deal.address_rule, { ...customer, hasFunds }) }
  })
}

/** Rejects with 422 when the deal is not listed, with 409 when the key was used for another. */
export function askQuestion(db: Database, ask: Ask): Promise<Asked> {
  return askOnce(db, { ...ask, type: 'inquiry' }, async (trx) => {
    const deal = await listedDeal(trx, ask.propertyId)
    return { accountId: deal.account_id, state: null }
  })
}

/** Whether an earlier call with the same key asked this question. Rejects with 409 when the key was used for another. */
export const isQuestionAsked = async (db: Database, ask: Ask): Promise<boolean> =>
  (await firstWithKey(db, { ...ask, type: 'inquiry' })) !== null

interface TypedAsk extends Ask {
  type: 'address_request' | 'inquiry'
}

interface Admitted {
  accountId: number
  state: RequestState | null
}

/** Under a lock on the customer, so that of two calls with one key the second finds what the first has made. */
const askOnce = (
  db: Database,
  ask: TypedAsk,
  admit: (trx: Transaction<Schema>, customer: Awaited<ReturnType<typeof lockAsker>>) => Promise<Admitted>,
): Promise<Asked> =>
  db.transaction().execute(async (trx) => {
    const customer = await lockAsker(trx, ask.customerId)
    const requestId = await firstWithKey(trx, ask)
    if (requestId !== null) return { requestId, news: null }
    return write(trx, { ...ask, ...(await admit(trx, customer)) })
  })

/** By inquiries_idempotency. */
async function firstWithKey(trx: Database, ask: TypedAsk): Promise<number | null> {
  if (ask.key === null) return null
  const row = await trx
    .selectFrom('inquiries')
    .select(['id', 'property_id', 'type', 'message'])
    .where('customer_id', '=', ask.customerId)
    .where('idempotency_key', '=', ask.key)
    .executeTakeFirst()
  if (!row) return null
  refuseOtherTerms(row.property_id === ask.propertyId && row.type === ask.type && row.message === ask.message)
  return row.id
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
    .executeTakeFirstOrThrow(unauthenticated)
  return { id: row.id, isVerified: row.idv_status === 'success' }
}

/** By primary key. */
async function listedDeal(trx: Database, id: number) {
  const deal = await trx
    .selectFrom('properties')
    .innerJoin('accounts', 'accounts.id', 'properties.account_id')
    .select(['account_id', 'address_rule', 'proof_rule'])
    .where('properties.id', '=', id)
    .where('listing', '=', 'listed')
    .where('closes_at', 'is', null)
    .executeTakeFirst()
  if (!deal) throw invalid({ property_id: ['This deal is no longer listed.'] })
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

function refuseOverLimit(quota: QuotaWire, nowMs: number): void {
  if (quota.left > 0) return
  // The oldest may have been written a moment after this clock's time.
  const waitMs = Math.min(Date.parse(quota.resets_at) - nowMs, DAY_MS)
  const message = `You have reached your limit of ${quota.limit} address requests a day.`
  throw new Refusal(429, { message, code: 'daily_limit' }, Math.max(1, Math.ceil(waitMs / 1000)))
}

async function write(trx: Transaction<Schema>, wanted: TypedAsk & Admitted): Promise<Asked> {
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
      idempotency_key: wanted.key,
      decided_at: state === 'granted' ? sql<Date>`clock_timestamp()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openConversation(trx, { customerId, accountId })
  const message: NewMessage = {
    customerId,
    accountId,
    propertyId,
    inquiryId: id,
    type: 'inbound',
    action: type,
    body: wanted.message,
  }
  const written = await insertMessageIn(trx, message)
  await writeAskedNotification(trx, await requestById(trx, id))
  return { requestId: id, news: { message, written } }
}
