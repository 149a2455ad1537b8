/** Whether a parcel's number tells a house from others: sellers who have none write `N/A`, `0` or `TBD` instead. */
export const isParcelNumber = (parcel: string | null): parcel is string =>
  parcel !== null && DIGITS_MIN <= digitsOf(parcel).length && new Set(digitsOf(parcel)).size > 1

/** No county has shorter ones. */
const DIGITS_MIN = 5
const digitsOf = (text: string): string => text.replace(/\D/g, '')
