/** Which customer a network's person is: known already, known by a confirmed address, or new. */
import type { Selectable } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { CustomersTable } from '#server/core/database/schema.ts'
import type { SocialPerson } from '#server/providers/social/social-networks.ts'
import { PERSON_NAME_MAX_LENGTH } from '#shared/contract/limits.ts'
import { emailAddress } from '#shared/contract/wire.ts'
import { claim } from './claim.ts'
import { createCustomer } from './create-customer.ts'
import type { EntryDeps } from './entry-deps.ts'
import { customerByEmail, customerById } from './queries.ts'

type Customer = Selectable<CustomersTable>

interface Coming {
  network: string
  person: SocialPerson
  /** Kept of a new customer. */
  termsVersion: string | null
}

/** Null when the person is new and the network does not vouch for the address. */
export async function customerOfPerson(
  deps: EntryDeps,
  { network, person, termsVersion }: Coming,
): Promise<Customer | null> {
  const known = await customerBySubject(deps.db, network, person.subject)
  if (known) return known
  // Also an address that our own forms would refuse: some letters of other alphabets become plain ones in lower case.
  if (!person.isEmailVerified || !emailAddress().safeParse(person.email).success) return null
  const { db } = deps
  const found = (await newCustomer(db, person, termsVersion)) ?? (await customerByEmail(db, person.email))
  if (!found) return null
  // Whoever registered this address without ever confirming it may not be its owner. Before the network is noted, as it drops others.
  const customer = await claim(deps, found)
  await db
    .insertInto('social_identities')
    .values({ customer_id: customer.id, network, subject: person.subject })
    .onConflict((conflict) => conflict.columns(['network', 'subject']).doNothing())
    .execute()
  return customer
}

/** By the unique index on (network, subject). */
async function customerBySubject(db: Database, network: string, subject: string) {
  const identity = await db
    .selectFrom('social_identities')
    .select('customer_id')
    .where('network', '=', network)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return identity && customerById(db, identity.customer_id)
}

/** Undefined when the address has an account. */
function newCustomer(
  db: Database,
  person: SocialPerson,
  termsVersion: string | null,
): Promise<Customer | undefined> {
  const firstName = person.firstName ?? person.email.split('@')[0] ?? ''
  return createCustomer(db, {
    email: person.email,
    firstName: firstName.slice(0, PERSON_NAME_MAX_LENGTH),
    lastName: (person.lastName ?? '').slice(0, PERSON_NAME_MAX_LENGTH),
    passwordHash: null,
    isEmailConfirmed: true,
    termsVersion,
  })
}
