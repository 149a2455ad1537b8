/** What the seeded buyers did before today: confirmed e-mails and phones, target markets. One of them has set up nothing. */

import type { Transaction } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { relearnWithin } from '#server/matching/buy-box/learn.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import type { PlaceWire } from '#shared/contract/places.ts'
import { customerId } from './ids.ts'
import { MARKETS } from './markets.ts'
import { CUSTOMERS } from './people.ts'
import type { DemoCustomer } from './world.ts'

const BOX_NAME = 'My buy box'

/** Writes what the buyers set up. Their rows are there already. */
export async function setUpBuyers(db: Database, at: Date): Promise<void> {
  for (const customer of CUSTOMERS) {
    const id = customerId(customer.key)
    await db.updateTable('customers').set(personOf(customer, at)).where('id', '=', id).execute()
    await db
      .insertInto('customer_phones')
      .values({
        customer_id: id,
        phone: customer.phone,
        is_default: true,
        confirmed_at: customer.isSetUp ? at : null,
        opted_in: false,
      })
      .execute()
    await linkCompanies(db, id, customer.companies)
    if (customer.markets.length > 0) await addMarkets(db, id, customer.markets.map(marketCalled))
  }
}

/** Those that the registry has; a world seeded without companies links none. */
async function linkCompanies(db: Database, customerId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const found = await db.selectFrom('companies').select('id').where('name', 'in', names).execute()
  for (const { id } of found)
    await db.insertInto('linked_companies').values({ customer_id: customerId, company_id: id }).execute()
}

/** The Smart Buy Boxes of who has linked a company. */
export async function learnSeededBoxes(trx: Transaction<Schema>, nowMs: number): Promise<void> {
  for (const { key, companies } of CUSTOMERS)
    if (companies.length > 0) await relearnWithin(trx, customerId(key), nowMs)
}

function personOf({ name }: DemoCustomer, at: Date) {
  const [firstName = name, lastName = ''] = name.split(' ')
  return {
    first_name: firstName,
    last_name: lastName,
    email_confirmed_at: at,
    terms_version: TERMS_VERSION,
    terms_accepted_at: at,
  }
}

/** Throws for a spelling mistake in the seed. */
function marketCalled(name: string): PlaceWire {
  const found = MARKETS.find(({ formatted_address }) => formatted_address === name)
  if (!found) throw new Error(`The demo world has no market '${name}'.`)
  return found
}

async function addMarkets(db: Database, customerId: number, markets: readonly PlaceWire[]): Promise<void> {
  const box = await db
    .insertInto('buy_boxes')
    .values({ customer_id: customerId, name: BOX_NAME, mode: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('geotags')
    .values(
      markets.map((place) => ({
        customer_id: customerId,
        buy_box_id: box.id,
        kind: 'place' as const,
        place_id: place.place_id,
        name_formated: place.formatted_address,
        place: JSON.stringify(place),
      })),
    )
    .execute()
}
