/** How a deal fits a buyer, as it is said of them. Pure. */

/** The words come as the buyer reads them. */
export const fitWords = (reason: string): string =>
  reason.replace(/^No match: /, 'Misses ').replace(/^Fits your buy box$/, 'Fits their buy box')
