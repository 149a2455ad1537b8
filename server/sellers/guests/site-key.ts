/** A publishable key as a page uses it: whose it is, which pages may use it, and what it asks visitors for. */
import { termsInForce } from '#server/accounts/terms.ts'
import type { Database } from '#server/core/database/open.ts'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import { keepResponseHours } from '#server/messaging/response-time.ts'
import { isUseOld, noteUse } from '#server/sellers/keys/find-key.ts'
import type { SiteSummaryWire } from '#shared/contract/guests.ts'
import { LAUNCHER_DEFAULTS, type LauncherSettingsWire } from '#shared/contract/launcher.ts'
import { links } from '#shared/contract/pages.ts'
import { GUEST_DEFAULTS, type GuestSettingsWire } from '#shared/contract/seller-keys.ts'

export interface SiteKey {
  id: number
  accountId: number
  text: string
  /** Its last use was not noted in the last minute. */
  isUseOld: boolean
  origins: string[]
  guests: GuestSettingsWire
  launcher: LauncherSettingsWire
}

/** Null for one that is unknown, revoked, or of a suspended account. By the unique index on publishable_key. */
export async function findSiteKey(db: Database, text: string): Promise<SiteKey | null> {
  const row = await db
    .selectFrom('server_keys as key')
    .innerJoin('accounts', 'accounts.id', 'key.account_id')
    .select(['key.id', 'key.account_id', 'key.origins', 'key.guests', 'key.launcher'])
    .select(isUseOld('key').as('is_use_old'))
    .where('key.publishable_key', '=', text)
    .where('key.revoked_at', 'is', null)
    .where('accounts.suspended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const guests = { ...GUEST_DEFAULTS, ...row.guests }
  const launcher = { ...LAUNCHER_DEFAULTS, ...row.launcher }
  const { id, account_id: accountId, origins, is_use_old: isOld } = row
  return { id, accountId, text, isUseOld: isOld, origins, guests, launcher }
}

/** Throws 404 for a key that nobody may use, and 403 for a page that it does not allow. Programs send no origin, and have no page. */
export async function requireSiteKey(
  { db, site }: { db: Database; site: Site },
  text: string,
  origin: string | undefined,
): Promise<SiteKey> {
  const key = await findSiteKey(db, text)
  if (!key) throw notFound()
  const { origins } = key
  if (origin === undefined || origin === site.origin || origins.length === 0 || origins.includes(origin))
    return key
  throw new Refusal(403, {
    message: `This key does not allow pages of ${origin}. Add the origin in the seller’s app under Company, On your site.`,
    code: 'origin_not_allowed',
  })
}

/** A page of a seller's own site has asked for the key. */
export async function noteUseBy({ db, site }: { db: Database; site: Site }, key: SiteKey, origin?: string) {
  if (key.isUseOld && origin !== undefined && origin !== site.origin) await noteUse(db, key.id)
}

export function createSiteSummary({ db, site, nowMs }: { db: Database; site: Site; nowMs: () => number }) {
  const responseTime = keepResponseHours(db, nowMs)
  return async ({ accountId, guests, launcher }: SiteKey): Promise<SiteSummaryWire> => {
    // By primary key.
    const account = await db
      .selectFrom('accounts')
      .select(['id', 'title', 'logo_url'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(notFound)
    return {
      account: { id: account.id, title: account.title, logo: absolute(site, account.logo_url) },
      response_time_hours: await responseTime(accountId),
      guests,
      launcher,
      terms_version: await termsInForce(site),
      terms_url: site.origin + links.terms(),
      privacy_url: site.origin + links.privacy(),
    }
  }
}
