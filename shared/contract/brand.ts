/** The name of the product, as pages, mails and shared links say it. */
export const BRAND = 'Plat'
