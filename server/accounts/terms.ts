/** Which version of the terms of service is in force, and who has accepted it. */
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { installationOf, type Site } from '#server/core/http/site.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'

/** The day of the installation's own text, else of the product's. */
export const termsInForce = async (site: Site): Promise<string> =>
  (await installationOf(site)).terms_version ?? TERMS_VERSION

/** What is kept of somebody who was shown this version: null for any other, so that they are asked when they are logged in. */
export const acceptedTerms = async (site: Site, shown: string | undefined): Promise<string | null> =>
  shown === (await termsInForce(site)) ? shown : null

/** Throws for a version that is not in force. By primary key. */
export async function acceptTermsOf(
  { db, site }: { db: Database; site: Site },
  customerId: number,
  version: string,
): Promise<void> {
  if ((await acceptedTerms(site, version)) === null)
    throw new Refusal(409, {
      message: 'The terms have changed meanwhile. Reload the page and read the current ones.',
      code: 'terms_changed',
    })
  await db
    .updateTable('customers')
    .set({ terms_version: version, terms_accepted_at: NOW })
    .where('id', '=', customerId)
    .where('terms_version', 'is distinct from', version)
    .execute()
}
