/** A customer with a card of the embedded provider, and what its bank says. */
import { cardToken } from '#server/providers/billing/embedded.ts'
import { signNotice } from '#server/providers/billing/signed-notice.ts'
import type { CardOutcome } from '#server/providers/billing/test-cards.ts'
import type { Answer, Person, TestServer } from '#tests/support/server.ts'

export const SECRET = 'a secret for tests only'

let lastKey = 0
export const nextKey = (): string => {
  lastKey += 1
  return `key-${lastKey}`
}

export interface Payer extends Person {
  cardId: number
}

export async function addCard(server: TestServer, person: Person, outcome: CardOutcome): Promise<number> {
  const card = { outcome, brand: 'Visa', lastFour: '4417', expMonth: 12, expYear: 2031 }
  const { body } = await server.call('POST', '/api/recurly-accounts/billing-info', {
    token: person.token,
    body: { token: cardToken(SECRET, card) },
  })
  return body.data.id
}

export async function payerWith(server: TestServer, outcome: CardOutcome): Promise<Payer> {
  const person = await server.addCustomer()
  return { ...person, cardId: await addCard(server, person, outcome) }
}

export function topUp(
  server: TestServer,
  payer: Payer,
  given: { cents?: number; key?: string } = {},
): Promise<Answer> {
  return server.call('POST', '/customer/api/auth/top-up-balance', {
    token: payer.token,
    headers: { 'Idempotency-Key': given.key ?? nextKey() },
    body: { amount_cents: given.cents ?? 60_000, billing_info_id: payer.cardId },
  })
}

export function payDeposit(
  server: TestServer,
  payer: Payer,
  given: { source?: 'wallet' | 'card'; key?: string; cents?: number } = {},
): Promise<Answer> {
  const source = given.source ?? 'wallet'
  return server.call('POST', `/customer/api/customers/${payer.id}/deposits`, {
    token: payer.token,
    headers: { 'Idempotency-Key': given.key ?? nextKey() },
    body: {
      source,
      expected_amount_cents: given.cents ?? 50_000,
      ...(source === 'card' ? { billing_info_id: payer.cardId } : {}),
    },
  })
}

export async function balanceOf(server: TestServer, { token }: Person): Promise<number> {
  const { body } = await server.call('GET', '/customer/api/wallet', { token })
  return body.data.balance_cents
}

export async function chargeOf(server: TestServer, paymentId: number): Promise<string> {
  const row = await server.database.db
    .selectFrom('embedded_charges')
    .select('ref')
    .where('ref', 'like', `plat-${paymentId}-%`)
    .executeTakeFirstOrThrow()
  return row.ref
}

/** As the bank posts it. */
export function notify(
  server: TestServer,
  notice: { event_id: string; charge: string; state: string; decline_code?: string },
  given: { secret?: string; nowMs?: number } = {},
): Promise<Answer> {
  const { body, headers } = signNotice(given.secret ?? SECRET, notice, given.nowMs)
  return server.call('POST', '/webhooks/billing/embedded', { body, headers })
}
