/** The sign of the currency in which this page or server writes amounts (money.ts). Small, because the first load of each page sets it. */

/** A page or a server belongs to one installation, which has one currency. */
let sign = '$'

/** An ISO code. Call it before the first amount is written. `Intl` is asked for other currencies only; grouped.ts has the reason. */
export function setCurrency(currency: string): void {
  setCurrencySign(currency === 'USD' ? undefined : signOf(currency))
}

/** For an embedded messenger, whose settings contain only the sign. */
export function setCurrencySign(said = '$'): void {
  sign = said
}

export const signOf = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)[0]?.value ?? currency

/** `$`, `CA$`, `€`: also in front of a field where an amount is typed. */
export const currencySign = (): string => sign

/** What was typed or imported, without a sign of a currency: `CA$150k` is `150k`. */
export const withoutSign = (text: string): string => text.replace(/(?:us|ca|au?|nz)?\$|[€£]/i, '')
