/** Deals for tests: everything a page can show, and what a test says otherwise. */
import type { Insertable } from 'kysely'
import type { PropertiesTable } from '#server/core/database/schema.ts'
import type { TestServer } from '#tests/support/server.ts'

type Fields = Partial<Insertable<PropertiesTable>>

/** Listed, in Waco, with its street shown. */
export async function addDeal(
  { database: { db } }: TestServer,
  accountId: number,
  fields: Fields = {},
): Promise<number> {
  const { id } = await db
    .insertInto('properties')
    .values({
      account_id: accountId,
      address: '412 Live Oak Street',
      city: 'Waco',
      state: 'TX',
      zip: '76701',
      county: 'McLennan',
      latitude: 31.549312,
      longitude: -97.146671,
      time_zone: 'America/Chicago',
      parcel: null,
      price: 185_000,
      arv: 260_000,
      beds: 3,
      baths: 2,
      half_baths: 1,
      sqft: 1640,
      year_built: 1962,
      lot_size: 7000,
      property_type_id: 1,
      parking_type_id: 4,
      units: 1,
      tags: (1 << 1) | (1 << 4),
      condition: 2,
      occupancy: 0,
      repair_min: 20_000,
      repair_max: 30_000,
      title: 'Brick ranch',
      description: '<p>Vacant.</p>',
      illustration: 12,
      thumb_url: '/d/12.svg',
      published_at: new Date('2026-01-10T12:00:00Z'),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a customer was told about the address of a deal. */
export async function addRequest(
  { database: { db } }: TestServer,
  of: {
    customerId: number
    propertyId: number
    accountId: number
    state: 'pending' | 'granted' | 'declined'
  },
): Promise<void> {
  await db
    .insertInto('inquiries')
    .values({
      customer_id: of.customerId,
      property_id: of.propertyId,
      account_id: of.accountId,
      type: 'address_request',
      state: of.state,
    })
    .execute()
}
