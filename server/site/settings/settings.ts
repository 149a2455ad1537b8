/** What an administrator may set, over the constants of the shared limits. Read with one short query; kept for a moment by who asks often. */

import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { BLASTS_PER_BUYER } from '#shared/contract/campaign-limits.ts'
import { ADDRESS_REQUESTS_PER_DAY } from '#shared/contract/limits.ts'

const CENTS_PER_USD = 100

/** Defaults of spec section 9. Not in the shared limits: the apps read the current values from `/configs`. */
export const PLATFORM_FEE_USD = 997
export const DEPOSIT_AMOUNT_CENTS = 50_000
const OFFERS_PER_DEPOSIT_LIMIT = 4

const MOST_CENTS = 10_000_000

/** As they stand in the table, with the least and the most that makes sense. A switch is 1 or 0. */
export const SETTINGS = {
  platform_fee_cents: {
    preset: PLATFORM_FEE_USD * CENTS_PER_USD,
    least: 0,
    most: MOST_CENTS,
  },
  deposit_amount_cents: {
    preset: DEPOSIT_AMOUNT_CENTS,
    least: 100,
    most: MOST_CENTS,
  },
  offers_per_deposit_limit: {
    preset: OFFERS_PER_DEPOSIT_LIMIT,
    least: 1,
    most: 100,
  },
  address_request_daily_limit: {
    preset: ADDRESS_REQUESTS_PER_DAY,
    least: 0,
    most: 10_000,
  },
  takes_offers: { preset: 1, least: 0, most: 1 },
  takes_top_ups: { preset: 1, least: 0, most: 1 },
  /** Index into JOIN_MODES. */
  sellers_join: { preset: 0, least: 0, most: 2 },
  blasts_per_buyer: { preset: BLASTS_PER_BUYER, least: 0, most: 100 },
} as const satisfies Record<string, { preset: number; least: number; most: number }>

export type SettingName = keyof typeof SETTINGS

export interface Settings {
  platformFeeCents: number
  depositAmountCents: number
  offersPerDepositLimit: number
  /** Null: as the server's own limits say. */
  addressRequestsPerDay: number | null
  takesOffers: boolean
  takesTopUps: boolean
  /** Index into JOIN_MODES. */
  sellersJoin: number
  /** In a week, of all sellers together. */
  blastsPerBuyer: number
}

export const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

/** By primary key: there are only a few rows. What was never set is as in the shared limits. */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const set = new Map(rows.map(({ name, value }) => [name, value]))
  const of = (name: SettingName) => {
    const value = set.get(name)
    return isFitting(name, value) ? value : SETTINGS[name].preset
  }
  return {
    platformFeeCents: of('platform_fee_cents'),
    depositAmountCents: of('deposit_amount_cents'),
    offersPerDepositLimit: of('offers_per_deposit_limit'),
    addressRequestsPerDay: set.has('address_request_daily_limit') ? of('address_request_daily_limit') : null,
    takesOffers: of('takes_offers') === 1,
    sellersJoin: of('sellers_join'),
    takesTopUps: of('takes_top_ups') === 1,
    blastsPerBuyer: of('blasts_per_buyer'),
  }
}

/** Throws 422 for a value that makes no sense. */
export async function writeSetting(
  db: Database,
  name: SettingName,
  value: number,
  staffId: number | null,
): Promise<void> {
  const { least, most } = SETTINGS[name]
  if (!isFitting(name, value)) throw invalid({ value: [`Give a whole number from ${least} to ${most}.`] })
  const row = { value: JSON.stringify(value), updated_at: NOW, updated_by: staffId }
  await db
    .insertInto('settings')
    .values({ name, ...row })
    .onConflict((clash) => clash.column('name').doUpdateSet(row))
    .execute()
}

const isFitting = (name: SettingName, value: unknown): value is number =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  value >= SETTINGS[name].least &&
  value <= SETTINGS[name].most
