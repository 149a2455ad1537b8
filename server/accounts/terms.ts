/** Which version of the terms of service is in force, and who has accepted it. */
import { sql } from 'kysely'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { PEOPLE_TABLES } from './login/people.ts'
import type { Person } from './login/sessions.ts'

/** That of the installation's own text, else of the product's. */
export const termsInForce = async (site: Site): Promise<string> =>
  (await installationOf(site)).terms_version ?? TERMS_VERSION

/** What is kept of somebody who was shown this version: null for any other, so that they are asked when they are logged in. */
export const acceptedTerms = async (site: Site, shown: string | undefined): Promise<string | null> =>
  shown === (await termsInForce(site)) ? shown : null

/** Throws 422 without a version, and 409 for one that is not in force. */
export async function requireTerms(site: Site, shown: string | undefined): Promise<string> {
  if (shown === undefined)
    throw invalid({ terms_version: ['Accept the terms of service to continue. You must be 18 or older.'] })
  const version = await acceptedTerms(site, shown)
  if (version === null)
    throw new Refusal(409, {
      message: 'The terms have changed meanwhile. Reload the page and read the current ones.',
      code: 'terms_changed',
    })
  return version
}

/** What `terms_due` of a person says: absent for somebody who has accepted the version in force. */
export const termsDue = (accepted: string | null, inForce: string): { terms_due?: string } =>
  accepted === inForce ? {} : { terms_due: inForce }

/** The time of the first acceptance of a version stays. By primary key. */
export async function keepTerms(db: Database, { kind, id }: Person, version: string): Promise<void> {
  await sql`
    update ${sql.table(PEOPLE_TABLES[kind])} set terms_version = ${version}, terms_accepted_at = ${NOW}
    where id = ${id} and terms_version is distinct from ${version}`.execute(db)
}

/** Throws for a version that is not in force. */
export async function acceptTermsOf(
  { db, site }: { db: Database; site: Site },
  person: Person,
  shown: string,
): Promise<void> {
  await keepTerms(db, person, await requireTerms(site, shown))
}
