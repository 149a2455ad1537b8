/** The companies a customer has linked, and linking. What they bought leaves this room only added up (BOX-28). */

import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, notFound, Refusal } from '#server/core/http/refusal.ts'
import type { LinkedEntityWire } from '#shared/contract/buy-box.ts'
import { LINKED_COMPANIES_MAX, PURCHASES_TO_LEARN } from '#shared/contract/limits.ts'

/** In the order they were linked; by the primary key's (customer_id, …). */
export async function linkedCompanies(db: Database, customerId: number): Promise<LinkedEntityWire[]> {
  const rows = await db
    .selectFrom('linked_companies')
    .innerJoin('companies', 'companies.id', 'linked_companies.company_id')
    .select(['companies.id', 'companies.name', 'companies.state', 'companies.purchase_count'])
    .select(['linked_companies.proof', 'linked_companies.created_at'])
    .where('linked_companies.customer_id', '=', customerId)
    .orderBy('linked_companies.created_at')
    .orderBy('companies.id')
    .execute()
  return rows.map(({ id, name, state, proof, purchase_count, created_at }) => ({
    id,
    name,
    state,
    proof,
    linked_at: new Date(created_at).toISOString(),
    purchases: purchase_count < PURCHASES_TO_LEARN ? null : purchase_count,
  }))
}

const ALREADY_LINKED = 'This LLC or trust is already connected to your Smart Buy Box'

/** Says the same twice on purpose: as the message, which spec section 8 shows, and on its field. */
const alreadyLinked = () =>
  new Refusal(422, { message: ALREADY_LINKED, errors: { company: [ALREADY_LINKED] }, code: 'invalid' })

export async function linkCompanyTo(db: Database, customerId: number, companyId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const company = await trx
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .executeTakeFirst()
    if (!company) throw notFound()
    const linked = await trx
      .selectFrom('linked_companies')
      .select('company_id')
      .where('customer_id', '=', customerId)
      .execute()
    if (linked.some(({ company_id }) => company_id === companyId)) throw alreadyLinked()
    if (linked.length >= LINKED_COMPANIES_MAX)
      throw conflict(
        `You can connect up to ${LINKED_COMPANIES_MAX} LLCs and trusts. Remove one to add another.`,
      )
    await trx
      .insertInto('linked_companies')
      .values({ customer_id: customerId, company_id: companyId })
      .execute()
  })
}

export async function unlinkCompanyFrom(db: Database, customerId: number, companyId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('linked_companies')
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}
