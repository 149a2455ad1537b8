/** The customer as the wire shows it. */
import type { Selectable } from 'kysely'
import type { CustomerPhonesTable } from '#server/database/account-tables.ts'
import type { Database } from '#server/database/open.ts'
import type { CustomersTable } from '#server/database/schema.ts'
import { favouriteIdsOf } from '#server/favourites/queries.ts'
import { proofsOf } from '#server/funds/proofs.ts'
import { unauthenticated } from '#server/http/refusal.ts'
import { balancesOf } from '#server/money/ledger.ts'
import type { CustomerWire, PhoneWire } from '#shared/contract/account.ts'
import { buyBoxModeOf, customerById, mailTypesOffOf, phonesOf, portraitOf, unreadTotal } from './queries.ts'

const CENTS = 100

/** A token may outlive its customer: then nobody is logged in. */
export async function currentCustomer(db: Database, customerId: number): Promise<CustomerWire> {
  const row = await customerById(db, customerId)
  if (!row) throw unauthenticated()
  return customerWire(db, row)
}

export async function customerWire(db: Database, row: Selectable<CustomersTable>): Promise<CustomerWire> {
  const [phones, portrait, buyBoxMode, unread, mailTypesOff, favourites, proofs, money] = await Promise.all([
    phonesOf(db, row.id),
    portraitOf(db, row.id),
    buyBoxModeOf(db, row.id),
    unreadTotal(db, row.id),
    mailTypesOffOf(db, row.id),
    favouriteIdsOf(db, row.id),
    proofsOf(db, row.id),
    balancesOf(db, row.id),
  ])
  return {
    id: row.id,
    name: row.name,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    has_password: row.password_hash !== null,
    photo: portrait ? `/avatars/${row.id}/${portrait.version}.webp` : row.photo,
    company: row.company,
    bio: row.bio,
    time_zone: row.time_zone,
    locale: row.locale,
    phones: phones.map(phoneWire),
    idv_status: row.idv_status,
    idv_id: row.idv_id,
    idv_reason: row.idv_reason,
    property_types: row.property_types,
    parking_types: row.parking_types,
    favourite_properties: favourites,
    property_stats: [],
    proof_of_funds: proofs.map((proof) => ({
      ...{ id: proof.id, file_name: proof.file_name, amount_cents: proof.amount_cents },
      ...{ valid_until: proof.valid_until, review: proof.review },
    })),
    balance: money.wallet / CENTS,
    buy_box_mode: buyBoxMode,
    unread_total: unread,
    mail_types_off: mailTypesOff,
  }
}

/** A phone as the wire shows it, in the pivot shape of the spec. */
export const phoneWire = (row: Selectable<CustomerPhonesTable>): PhoneWire => ({
  id: row.id,
  phone: row.phone,
  pivot: {
    id: row.id,
    sms_default: row.is_default,
    is_confirmed: row.confirmed_at !== null,
    opted_in: row.opted_in,
  },
})
