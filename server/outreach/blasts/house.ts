/** What tells a house from others, whoever sells it, and words from others: who had them is not written to again. */
import { createHash } from 'node:crypto'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { isParcelNumber } from '#server/deals/properties/parcel.ts'

type House = Pick<PropertyRow, 'parcel' | 'address' | 'city' | 'state' | 'zip' | 'is_street_shown'>

/** Null while the street is hidden: that a buyer was left out would tell another seller who guesses the house that they guessed right. */
export function houseOf({ parcel, address, city, state, zip, is_street_shown }: House): string | null {
  if (!is_street_shown) return null
  if (isParcelNumber(parcel)) return `parcel ${state} ${parcel.replace(/\D/g, '')}`
  const street = address.trim().toLowerCase()
  return street === '' ? null : `${street}, ${city.toLowerCase()}, ${state} ${zip}`
}

export const wordsKey = (parts: readonly (string | number | null)[]): string =>
  createHash('sha256')
    .update(
      parts
        .map((part) =>
          String(part ?? '')
            .trim()
            .toLowerCase(),
        )
        .join('\n'),
    )
    .digest('base64url')
