/**
 * A comma between every three digits, as en-US writes them. Not by `Intl`: a page's first number formatter reads tables for 5 to 20 ms
 * on its main thread, and the messenger's host page would wait for them.
 */

/** `decimal` has at most three digits behind its point, and no exponent. */
export const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
