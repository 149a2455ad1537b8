/** What this installation is called and looks like. The server writes it into the document (server/site/branded.ts); in a document without it, it is the product's. */
import { BRAND as PRODUCT } from '#shared/contract/brand.ts'

const said: DOMStringMap = globalThis.document?.documentElement.dataset ?? {}

/** Null where it has no name of its own. */
export const OWN_NAME = said.brand ?? null
export const BRAND = OWN_NAME ?? PRODUCT
/** A path of this site; null: the product's mark. */
export const LOGO = said.logo ?? null
export const CURRENCY = said.currency ?? 'USD'
export const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  USD: 'US dollars',
  AUD: 'Australian dollars',
  CAD: 'Canadian dollars',
  EUR: 'Euros',
  GBP: 'British pounds',
  NZD: 'New Zealand dollars',
}
/** Of the installation's own text, which begins with the day on which it was set, e.g. `2026-06-01-3f9a1c04`; null: the product's text holds. */
export const ownTextVersion = (document: 'terms' | 'privacy'): string | null => said[document] ?? null
