/** An account's own settings, read and changed. What lists and pages show of the account changes with them. */

import type { Database } from '#server/core/database/open.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import { responseHours } from '#server/messaging/response-time.ts'
import { links } from '#shared/contract/pages.ts'
import type { CompanyChange, SellerCompanyWire } from '#shared/contract/seller-company.ts'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import { einText } from '#shared/rules/validation.ts'

/** By primary key. */
export async function companyWire(
  { db, site, nowMs }: { db: Database; site: Site; nowMs: () => number },
  accountId: number,
): Promise<SellerCompanyWire> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst()
  if (!row) throw notFound()
  return {
    id: row.id,
    title: row.title,
    logo: absolute(site, row.logo_url),
    about: row.about,
    postal_address: row.postal_address,
    registration_state: row.registration_state,
    ein: row.ein,
    states: row.states,
    requires_id: row.requires_id,
    accepts_first_contact: row.accepts_first_contact,
    has_double_opt_in: row.has_double_opt_in,
    shows_read_marks: row.shows_read_marks,
    proof_rule: row.proof_rule,
    requires_two_step: row.requires_two_step,
    is_verified: row.is_verified,
    url: absolute(site, links.company(row.id)) ?? '',
    rating: row.rating,
    reviews_count: row.reviews_count,
    response_time_hours: await responseHours(db, { accountId }, nowMs()),
  }
}

/** Names of states that are none are left out. By primary key. */
export async function saveCompany(db: Database, accountId: number, change: CompanyChange): Promise<void> {
  const {
    title,
    about,
    postal_address,
    registration_state,
    ein,
    states,
    requires_id,
    accepts_first_contact,
    proof_rule,
    has_double_opt_in,
    shows_read_marks,
  } = change
  const columns = {
    ...(title === undefined ? {} : { title }),
    ...(about === undefined ? {} : { about: about === '' ? null : about }),
    ...(postal_address === undefined
      ? {}
      : { postal_address: postal_address === '' ? null : postal_address }),
    ...(registration_state === undefined
      ? {}
      : { registration_state: knownStates([registration_state])[0] ?? null }),
    ...(ein === undefined ? {} : { ein: einText(ein) || null }),
    ...(states === undefined ? {} : { states: JSON.stringify(knownStates(states)) }),
    ...(requires_id === undefined ? {} : { requires_id }),
    ...(accepts_first_contact === undefined ? {} : { accepts_first_contact }),
    ...(has_double_opt_in === undefined ? {} : { has_double_opt_in }),
    ...(shows_read_marks === undefined ? {} : { shows_read_marks }),
    ...(proof_rule === undefined ? {} : { proof_rule }),
  }
  if (Object.keys(columns).length === 0) return
  await db.transaction().execute(async (trx) => {
    const { postal_address: address, has_double_opt_in: asks } = await trx
      .updateTable('accounts')
      .set(columns)
      .where('id', '=', accountId)
      .returning(['postal_address', 'has_double_opt_in'])
      .executeTakeFirstOrThrow()
    if (asks && address === null)
      throw invalid({
        postal_address: [
          'Enter the postal address of your company. The law requires it in the emails that ask buyers to confirm.',
        ],
      })
  })
}

const knownStates = (states: readonly string[]): string[] =>
  [...new Set(states)].filter((state) => STATE_BY_ABBR.has(state)).sort()
