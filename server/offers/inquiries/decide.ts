/** The seller's answer to an address request, which also stands in the thread as a message to the buyer. */
import { sql } from 'kysely'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { confirmedOf } from '#server/accounts/login/requirements.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, notFound, Refusal } from '#server/core/http/refusal.ts'
import { otherHiddenPlaces } from '#server/deals/properties/hidden-streets.ts'
import { type Inserted, insertMessageIn, type NewMessage } from '#server/messaging/insert-message.ts'
import { missingFor, UNCONFIRMED } from '#shared/contract/requirements.ts'
import { redactOtherStreets, redactStreet } from '#shared/rules/deals/redaction/redact-street.ts'
import { type RequestRow, requestById } from './queries.ts'
import { writeRequestNotification } from './request-notifications.ts'
import { publicPlace, trueAddress } from './wire.ts'

export interface Decision {
  requestId: number
  state: 'granted' | 'declined'
  reason: string | null
}

export interface Decided {
  request: RequestRow
  /** Null when it had been decided like this before: nothing is said twice. */
  answer: { message: NewMessage; written: Inserted } | null
}

/** Who decides for an account: one of its people, or nobody if its own rule does. */
export interface Decider {
  accountId: number
  memberId: number | null
}

/** Rejects with 404 for another account's request or a question, with 409 when it was decided the other way. */
export function decideRequest(db: Database, me: Decider, decision: Decision): Promise<Decided> {
  const { requestId, state } = decision
  return db.transaction().execute(async (trx) => {
    const known = await lockRequest(trx, requestId, me.accountId)
    if (!known) throw notFound()
    if (known.state === state) return { request: await requestById(trx, requestId), answer: null }
    if (known.state !== 'pending') throw conflict('This request was already decided the other way.')
    const asked = await requestById(trx, requestId)
    if (state === 'granted') await refuseUnconfirmed(trx, asked.customer_id)
    await store(trx, me, { ...decision, reason: await shownReason(trx, asked, decision.reason) })
    const request = await requestById(trx, requestId)
    await writeRequestNotification(trx, request)
    const message = answerTo(request, me.accountId)
    await openConversation(trx, message)
    return { request, answer: { message, written: await insertMessageIn(trx, message) } }
  })
}

/** Tells the buyer why, and neither where this house is nor where another hidden one of the seller's is. */
async function shownReason(trx: Database, asked: RequestRow, reason: string | null): Promise<string | null> {
  if (reason === null) return null
  const who = { kind: 'customer', id: asked.customer_id } as const
  const others = (await otherHiddenPlaces(trx, [asked], who))(asked)
  const own = streetOf(asked)
  return redactOtherStreets(redactStreet(reason, own), others, { own })
}

/** They had to when they requested it, and may have changed their email or phone since. */
async function refuseUnconfirmed(trx: Database, customerId: number): Promise<void> {
  if (missingFor('addressRequest', await confirmedOf(trx, customerId)).length > 0)
    throw new Refusal(409, {
      message: 'This buyer has to confirm their email and phone before the address can be shared with them.',
      code: UNCONFIRMED,
    })
}

const streetOf = ({ state_code: state, ...row }: RequestRow) => ({ ...row, state })

/** By primary key. */
const lockRequest = (trx: Database, id: number, accountId: number) =>
  trx
    .selectFrom('inquiries')
    .select('state')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('type', '=', 'address_request')
    .forNoKeyUpdate()
    .executeTakeFirst()

const store = (trx: Database, me: Decider, { requestId, state, reason }: Decision) =>
  trx
    .updateTable('inquiries')
    .set({
      state,
      reason: state === 'declined' ? reason : null,
      decided_at: sql<Date>`clock_timestamp()`,
      decided_by: me.memberId,
    })
    .where('id', '=', requestId)
    .execute()

function answerTo(request: RequestRow, accountId: number): NewMessage {
  return {
    customerId: request.customer_id,
    accountId,
    propertyId: request.property_id,
    type: 'outbound',
    body: wordsOf(request),
  }
}

function wordsOf(request: RequestRow): string {
  if (request.state === 'granted') return `The address is ${trueAddress(request)}.`
  const declined = `Your request for the address in ${publicPlace(request)} was declined`
  return request.reason === null ? `${declined}.` : `${declined}: ${request.reason}`
}
