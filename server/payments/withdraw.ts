/**
 * Takes money out of a wallet: it is held as payouts in one transaction that locks the wallet, goes back to the cards that paid as far
 * as they take it, and to a bank account for the rest. What becomes of it then is in `send-withdrawal.ts` and at the console.
 */

import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import { seal, unseal } from '#server/accounts/two-step/seal.ts'
import type { Database } from '#server/core/database/open.ts'
import { refuseOtherTerms, termsDigest } from '#server/core/http/idempotency.ts'
import { invalid, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import type { BankAccountWire } from '#shared/contract/bank-account.ts'
import { isAccountNumber, isRoutingNumber, splitWithdrawal } from '#shared/rules/money/withdrawal.ts'
import { cardText, centsText } from './labels.ts'
import { balancesOf, book, lockBalances } from './ledger.ts'
import { type CardRoute, cardRoutes, type WithdrawalRow, withdrawalsWithKey } from './withdrawal-rows.ts'

export interface Withdrawing {
  customerId: number
  amountCents: number
  bank: BankAccountWire | null
  idempotencyKey: string
}

export interface WithdrawDeps {
  /** Seals the bank account. */
  secret: Secret
  provider: string
  nowMs: number
}

/** A repeat with the same key answers with the first. Call it in a transaction. */
export async function beginWithdrawal(
  trx: Database,
  wanted: Withdrawing,
  deps: WithdrawDeps,
): Promise<{ rows: WithdrawalRow[]; isNew: boolean }> {
  const { customerId, amountCents } = wanted
  if (!(await holdCustomer(trx, customerId))) throw unauthenticated()
  const { wallet } = await lockBalances(trx, customerId)
  const first = await withdrawalsWithKey(trx, customerId, wanted.idempotencyKey)
  if (first.length > 0) {
    const known = verifyingSecrets(deps.secret).map((secret) => termsOf(wanted, secret))
    refuseOtherTerms(first.every((row) => row.terms !== null && known.includes(row.terms)))
    return { rows: first, isNew: false }
  }
  if (amountCents > wallet) throw short(wallet)
  return { rows: await writeParts(trx, wanted, deps), isNew: true }
}

/** All of the wallet, before its customer's account is deleted in the same transaction. */
export async function withdrawAll(
  trx: Database,
  { customerId, bank }: Pick<Withdrawing, 'customerId' | 'bank'>,
  deps: WithdrawDeps,
): Promise<WithdrawalRow[]> {
  // The row of the customer is locked, so nothing is booked meanwhile.
  const { wallet: amountCents } = await balancesOf(trx, customerId)
  if (amountCents === 0) return []
  await lockBalances(trx, customerId)
  const wanted = { customerId, amountCents, bank, idempotencyKey: 'account-deletion' }
  return writeParts(trx, wanted, deps)
}

async function writeParts(trx: Database, wanted: Withdrawing, deps: WithdrawDeps): Promise<WithdrawalRow[]> {
  const terms = termsOf(wanted, signingSecret(deps.secret))
  const routes = await cardRoutes(trx, wanted.customerId, deps)
  const { cards, bankCents } = splitWithdrawal(wanted.amountCents, routes)
  const bank = bankCents > 0 ? neededBank(wanted.bank, bankCents) : null
  const parts: Part[] = cards.map(({ route, amountCents }) => ({ amountCents, route, bank: null }))
  if (bank) parts.push({ amountCents: bankCents, route: null, bank })
  const rows: WithdrawalRow[] = []
  for (const [index, part] of parts.entries())
    rows.push(await writePart(trx, { ...wanted, ...part, terms, part: index }, deps))
  return rows
}

type Part = { amountCents: number; route: CardRoute | null; bank: BankAccountWire | null }

async function writePart(
  trx: Database,
  part: Withdrawing & Part & { terms: string; part: number },
  { secret }: WithdrawDeps,
): Promise<WithdrawalRow> {
  const { customerId, amountCents, route, bank } = part
  const row = await trx
    .insertInto('withdrawals')
    .values({
      customer_id: customerId,
      amount_cents: amountCents,
      part: part.part,
      terms: part.terms,
      idempotency_key: part.idempotencyKey,
      method: route ? 'card' : 'bank',
      state: route ? 'sending' : 'requested',
      payment_id: route?.paymentId ?? null,
      bank: bank && seal(secret, ownerOf(customerId), Buffer.from(JSON.stringify(bank))),
      bank_last_four: bank?.account_number.slice(-4) ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await book(trx, {
    kind: 'withdrawal',
    from: 'wallet',
    to: 'payouts',
    cause: `withdrawal:${row.id}`,
    customerId,
    amountCents,
    withdrawalId: row.id,
    paymentId: row.payment_id,
    description: route
      ? `To ${cardText({ brand: route.brand, last_four: route.lastFour })}`
      : `To bank account ending ${row.bank_last_four}`,
  })
  return row
}

/** Null when it was sealed with another secret, or is gone because the withdrawal has ended. */
export function bankOf(
  secret: Secret,
  row: Pick<WithdrawalRow, 'bank' | 'customer_id'>,
): BankAccountWire | null {
  const plain = row.bank && unseal(secret, ownerOf(row.customer_id), row.bank)
  return plain && (JSON.parse(plain.toString()) as BankAccountWire)
}

const ownerOf = (id: number) => ({ kind: 'customer', id }) as const

/** With the secret in it, because account numbers can be tried out. */
const termsOf = ({ amountCents, bank }: Withdrawing, secret: Secret): string =>
  termsDigest({ amountCents, bank, secret })

/** Throws 422 on the field. */
function neededBank(bank: BankAccountWire | null, bankCents: number): BankAccountWire {
  if (bank === null)
    throw invalid({
      bank: [`Your cards cannot take ${centsText(bankCents)} back. Enter a bank account for it.`],
    })
  if (!isRoutingNumber(bank.routing_number))
    throw invalid({ 'bank.routing_number': ['Enter the 9-digit routing number of a US bank.'] })
  if (!isAccountNumber(bank.account_number))
    throw invalid({ 'bank.account_number': ['Enter the account number: 4 to 17 digits.'] })
  return bank
}

const short = (wallet: number) =>
  new Refusal(409, {
    message: `Your wallet has ${centsText(wallet)}. Enter that or less.`,
    code: 'insufficient',
  })
