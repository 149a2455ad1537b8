/** Deletes a customer with everything that hangs on the row but what others keep (keep-records.ts); views stay as numbers without a person. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { phonesOf } from '#server/accounts/login/queries.ts'
import { revokeAll } from '#server/accounts/login/tokens.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { conflict, notFound, Refusal } from '#server/core/http/refusal.ts'
import { queueFileDeletions } from '#server/providers/files/delete-files.ts'
import type { BankAccountWire } from '#shared/contract/bank-account.ts'
import { openCommitments } from './commitments.ts'
import { keepRecords } from './keep-records.ts'
import type { FreedPlace, Leaving, Payout } from './leaving.ts'
import type { CustomerRow } from './own-row.ts'

export interface Deleted {
  /** Sessions with open sockets. */
  sessionIds: number[]
  /** Open houses in whose lists the customer was. */
  places: FreedPlace[]
  /** Queued for deletion. */
  fileKeys: string[]
  /** What is paid out of the wallet. */
  withdrawals: Payout[]
}

interface DeleteDeps {
  db: Database
  nowMs: () => number
  leaving: Leaving
}

const ATTEMPTS = 6
const PAUSE_MAX_MS = 250

/**
 * In one transaction that checks everything first, then takes what the wallet holds out of it: rejects with 409 and a message while
 * something is open, and with 422 on `bank` when cards cannot take all of the money. If another transaction waits
 * for this customer's rows and holds others that are deleted too, this one gives up and starts again.
 */
export async function deleteCustomer(
  deps: DeleteDeps,
  row: CustomerRow,
  {
    bank = null,
    isWhole = false,
    check = async () => {},
  }: Partial<Pick<Deleting, 'bank' | 'isWhole' | 'check'>> = {},
): Promise<Deleted> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.db
        .transaction()
        .execute((trx) => deleteIn(trx, { ...deps, row, bank, isWhole, check }))
    } catch (error) {
      if (!isBusy(error)) throw error
      if (attempt === ATTEMPTS) throw busy()
      await pause(Math.random() * PAUSE_MAX_MS)
    }
  }
}

interface Deleting extends DeleteDeps {
  row: CustomerRow
  bank: BankAccountWire | null
  /** Nobody keeps anything: a guest whose conversation ended long ago. */
  isWhole: boolean
  /** Throws if it is not to be deleted after all; its row is held by now. */
  check(trx: Database): Promise<void>
}

async function deleteIn(
  trx: Transaction<Schema>,
  { row, bank, isWhole, check, leaving, ...deps }: Deleting,
): Promise<Deleted> {
  const nowMs = deps.nowMs()
  // Less than PostgreSQL waits before it looks for a deadlock and ends the other transaction.
  await sql`set local lock_timeout = '300ms'`.execute(trx)
  await leaving.holdMatching(trx, row.id)
  await holdWhole(trx, row.id)
  await check(trx)
  const open = await openCommitments(trx, row.id)
  if (open.length > 0) throw conflict(`${open.join(' ')} Then delete your account.`)
  const withdrawals = await leaving.withdrawAll(trx, { customerId: row.id, bank }, nowMs)
  await namePayee(trx, row)
  const phones = (await phonesOf(trx, row.id)).map((phone) => phone.phone)
  const sessionIds = await revokeAll(trx, { kind: 'customer', id: row.id })
  // Tokens belong to several kinds of people, so no foreign key deletes them.
  await trx
    .deleteFrom('access_tokens')
    .where('principal_kind', '=', 'customer')
    .where('principal_id', '=', row.id)
    .execute()
  // The embedded providers keep what they "sent".
  await trx
    .deleteFrom('outbox')
    .where('recipient', 'in', [row.email, ...phones])
    .execute()
  const fileKeys = await leaving.fileKeysOf(trx, row.id, isWhole)
  await queueFileDeletions(trx, fileKeys)
  const places = await leaving.letGo(trx, row.id, nowMs)
  if (!isWhole) await keepRecords(trx, row.id)
  await trx.deleteFrom('customers').where('id', '=', row.id).execute()
  return { sessionIds, places, fileKeys, withdrawals }
}

/** Who gets what is on its way out, until it is there. By withdrawals_customer. */
const namePayee = (trx: Database, { id, name, email }: CustomerRow) =>
  trx
    .updateTable('withdrawals')
    .set({ payee_name: name, payee_email: email })
    .where('customer_id', '=', id)
    .where('state', 'in', ['sending', 'requested'])
    .execute()

/** Nothing may start to refer to the row while it is deleted; see `holdCustomer`. */
async function holdWhole(trx: Database, customerId: number): Promise<void> {
  const row = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
}

/** A lock was not available in time, or PostgreSQL ended this transaction for another one. */
const isBusy = (error: unknown): boolean =>
  ['55P03', '40P01'].includes(String((error as { code?: unknown }).code))

const busy = () =>
  new Refusal(
    503,
    { message: 'Your account is being changed right now. Try again in a moment.', code: 'unavailable' },
    2,
  )
