/** Keeps a customer from being deleted while a transaction commits them to something. */
import type { Database } from '#server/core/database/open.ts'

/**
 * Until the transaction ends; false for a deleted customer. The first lock of every transaction that starts a payment, a deposit or an
 * offer, or that books money: deleting an account locks the same row exclusively, then checks what is open. Many
 * may hold it at once. By primary key.
 */
export async function holdCustomer(trx: Database, customerId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
