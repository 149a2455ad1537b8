/** The customer as the wire shows it. */
import type { Selectable } from 'kysely'
import { termsDue, termsInForce } from '#server/accounts/terms.ts'
import type { CustomerPhonesTable } from '#server/core/database/account-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { CustomersTable } from '#server/core/database/schema.ts'
import type { CustomerPrincipal } from '#server/core/http/principal.ts'
import { unauthenticated } from '#server/core/http/refusal.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import type { CustomerWire, currentUser } from '#shared/contract/account.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import type { PhoneWire } from '#shared/contract/phone.ts'
import { buyBoxModeOf, customerById, mailTypesOffOf, phonesOf, portraitOf, unreadTotal } from './queries.ts'

export type CustomerDeps = Pick<RoomDeps, 'db' | 'holdingsOf' | 'site'>

/** A token may outlive its customer: then nobody is logged in. */
export async function currentCustomer(deps: CustomerDeps, customerId: number): Promise<CustomerWire> {
  const row = await customerById(deps.db, customerId)
  if (!row) throw unauthenticated()
  return customerWire(deps, row)
}

/** What a messenger offers only where it is. */
export const FEATURES = ['attachments']

/** All that a messenger's bearer learns about its customer: who it is, what is unread, and for which account it was made. */
export async function messengerProfile(
  db: Database,
  { id, boundAccountId, isVouchedFor }: CustomerPrincipal,
): Promise<Reply<typeof currentUser>> {
  const [row, portrait, unread_total] = await Promise.all([
    customerById(db, id),
    portraitOf(db, id),
    unreadTotal(db, id, boundAccountId),
  ])
  if (!row) throw unauthenticated()
  const data = { id, name: row.name, photo: photoOf(row, portrait), unread_total }
  // A visitor that the account's own site vouches for has the conversation already.
  const meta = isVouchedFor ? { features: FEATURES } : { first_contact: true, features: FEATURES }
  return { data, meta: boundAccountId === null ? meta : { ...meta, account_id: boundAccountId } }
}

const photoOf = (row: Selectable<CustomersTable>, portrait: { version: string } | undefined) =>
  portrait ? `/avatars/${row.id}/${portrait.version}.webp` : row.photo

export async function customerWire(
  { db, holdingsOf, site }: CustomerDeps,
  row: Selectable<CustomersTable>,
): Promise<CustomerWire> {
  const [phones, portrait, buyBoxMode, unread, mailTypesOff, holdings, terms] = await Promise.all([
    phonesOf(db, row.id),
    portraitOf(db, row.id),
    buyBoxModeOf(db, row.id),
    unreadTotal(db, row.id),
    mailTypesOffOf(db, row.id),
    holdingsOf(row.id),
    termsInForce(site),
  ])
  return {
    id: row.id,
    name: row.name,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    has_password: row.password_hash !== null,
    photo: photoOf(row, portrait),
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
    favourite_properties: holdings.favourite_properties,
    property_stats: [],
    proof_of_funds: holdings.proof_of_funds,
    balance: holdings.balance,
    buy_box_mode: buyBoxMode,
    unread_total: unread,
    mail_types_off: mailTypesOff,
    ...termsDue(row.terms_version, terms),
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
    ...textConsentsOf(row),
  },
})

/** Absent for none, as for clients that know of no purposes. */
const textConsentsOf = ({ opted_in, text_consents }: Selectable<CustomerPhonesTable>) =>
  opted_in && Object.keys(text_consents).length > 0 ? { text_consents } : {}
