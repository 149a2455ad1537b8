/** What a seller is warned of while typing: which words tell a hidden address, and what buyers without it will read. No React. */
import type { DealFields } from '#shared/contract/seller-listing.ts'
import {
  redactStreetInHtml,
  revealingParts,
  type StreetPlace,
} from '#shared/rules/deals/redaction/redact-street.ts'

export interface StreetWarning {
  /** As they are written, each once. */
  readonly parts: readonly string[]
  readonly seen: string
}

/** Null while the street is shown to everybody: then every text may tell it. */
export const hiddenPlaceOf = (fields: DealFields): StreetPlace | null =>
  fields.is_street_shown ? null : fields

/** Null when the text tells nothing. Markup is left out of what is quoted. */
export function streetWarning(text: string | null, place: StreetPlace | null): StreetWarning | null {
  if (!text || !place) return null
  const parts = revealingParts(text, place, { isHtml: true })
  if (parts.length === 0) return null
  return {
    parts: [...new Set(parts.map(([start, end]) => plain(text.slice(start, end))))],
    seen: plain(redactStreetInHtml(text, place)),
  }
}

const plain = (html: string): string =>
  html
    .replace(/<\/?(?:p|br|li|ul|ol|div)\b[^>]*>/gi, ' ')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
