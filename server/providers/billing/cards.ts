/** The cards of a customer: what is printed on them, never their number. One is the default while there is any. */
import type { Selectable } from 'kysely'
import { lockCustomer } from '#server/core/database/lock-customer.ts'
import type { BillingInfosTable } from '#server/core/database/money-tables.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { conflict, notFound } from '#server/core/http/refusal.ts'
import type { BillingInfoWire } from '#shared/contract/money.ts'
import type { ProvidedCard } from './billing-provider.ts'

export type CardRow = Selectable<BillingInfosTable>

const CARDS_MAX = 10
const OPEN_PAYMENTS = ['started', 'requires_action', 'pending'] as const

export const cardWire = (row: CardRow): BillingInfoWire => ({
  id: row.id,
  brand: row.brand,
  last_four: row.last_four,
  exp_month: row.exp_month,
  exp_year: row.exp_year,
  is_default: row.is_default,
  created_at: new Date(row.created_at).toISOString(),
})

/** The default first. By billing_infos_customer. */
export const cardsOf = (db: Database, customerId: number): Promise<CardRow[]> =>
  db
    .selectFrom('billing_infos')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** By primary key. 404 also for another's, and for one that was removed. */
export async function ownCard(db: Database, customerId: number, cardId: number): Promise<CardRow> {
  const row = await db
    .selectFrom('billing_infos')
    .selectAll()
    .where('id', '=', cardId)
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export interface NewCard {
  customerId: number
  provider: string
  card: ProvidedCard
  isDefault: boolean
  replaces: number | null
}

/** The first card is the default, and so is one that takes the default's place. A token that was used before is the same card. */
export const addCard = (db: Database, wanted: NewCard): Promise<CardRow> =>
  db.transaction().execute(async (trx) => {
    const { customerId, provider, card } = wanted
    await lockCustomer(trx, customerId)
    const cards = await cardsOf(trx, customerId)
    const same = cards.find((row) => row.provider === provider && row.provider_ref === card.ref)
    if (same) return same
    const replaced = wanted.replaces === null ? null : cards.find(({ id }) => id === wanted.replaces)
    if (replaced === undefined) throw notFound()
    if (cards.length - (replaced ? 1 : 0) >= CARDS_MAX)
      throw conflict(`You have ${CARDS_MAX} cards. Remove one before you add another.`)
    if (replaced) await takeOut(trx, replaced)
    const isDefault = wanted.isDefault || cards.length === 0 || replaced?.is_default === true
    if (isDefault) await clearDefault(trx, customerId)
    return trx
      .insertInto('billing_infos')
      .values({
        customer_id: customerId,
        provider,
        provider_ref: card.ref,
        brand: card.brand,
        last_four: card.lastFour,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        is_default: isDefault,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })

export const makeDefault = (db: Database, customerId: number, cardId: number): Promise<CardRow[]> =>
  db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const card = await ownCard(trx, customerId, cardId)
    await clearDefault(trx, customerId)
    await setDefault(trx, card.id)
    return cardsOf(trx, customerId)
  })

/** The newest of the others becomes the default. 409 while a payment with it is open. */
export const removeCard = (db: Database, customerId: number, cardId: number): Promise<CardRow> =>
  db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    const card = await ownCard(trx, customerId, cardId)
    await takeOut(trx, card)
    const next = card.is_default ? (await cardsOf(trx, customerId))[0] : undefined
    if (next) await setDefault(trx, next.id)
    return card
  })

async function takeOut(trx: Database, card: CardRow): Promise<void> {
  // By payments_customer.
  const open = await trx
    .selectFrom('payments')
    .select('id')
    .where('customer_id', '=', card.customer_id)
    .where('billing_info_id', '=', card.id)
    .where('state', 'in', OPEN_PAYMENTS)
    .limit(1)
    .executeTakeFirst()
  if (open) throw conflict('A payment with this card is under way. Remove it when that has finished.')
  await trx
    .updateTable('billing_infos')
    .set({ removed_at: NOW, is_default: false })
    .where('id', '=', card.id)
    .execute()
}

async function clearDefault(trx: Database, customerId: number): Promise<void> {
  await trx
    .updateTable('billing_infos')
    .set({ is_default: false })
    .where('customer_id', '=', customerId)
    .where('is_default', '=', true)
    .execute()
}

async function setDefault(trx: Database, cardId: number): Promise<void> {
  await trx.updateTable('billing_infos').set({ is_default: true }).where('id', '=', cardId).execute()
}
